import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint, Sent } from '@crm/contracts/endpoint.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { type EventStoreConfig, openEventStore } from '@crm/platform/event-store/open.ts';
import { type Position, START } from '@crm/platform/event-store/port.ts';
import type { TestDatabase } from '@crm/platform/test/database.ts';
import { z } from 'zod';

type CallOptions<E extends Endpoint> = {
  token?: string;
  body?: Sent<E, 'body'>;
  query?: string;
  headers?: Record<string, string>;
};

/** A call over HTTP to a process of its own, or to a proxy in front of several. */
export async function callAt<E extends Endpoint>(
  url: string,
  endpoint: E,
  { token, body, query = '', headers }: CallOptions<E>,
) {
  const answer = await fetch(`${url}/api${endpoint.path}?${query}`, {
    method: endpoint.method,
    headers: {
      ...headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

const Refused = z.object({ code: z.string() });
const Page = z.object({
  data: z.array(z.looseObject({ _id: z.string(), orderId: z.string() })),
  pagination: z.object({ total: z.int() }),
});

/** The ids of all listed leads, by order id. A page is read again when Postgres did not answer in time. */
export async function leadsAt(url: string, token: string): Promise<Map<string, string[]>> {
  const ids = new Map<string, string[]>();
  for (let page = 1; ; ) {
    const query = `limit=500&page=${page}&includeComments=false&sortBy=orderId`;
    const { status, body } = await callAt(url, listLeads, { token, query });
    if (status === 503 && Refused.parse(body).code === 'unavailable') {
      await sleep(100);
      continue;
    }
    const { data, pagination } = Page.parse(body);
    for (const { _id, orderId } of data) ids.set(orderId, [...(ids.get(orderId) ?? []), _id]);
    if (page * 500 >= pagination.total) return ids;
    page += 1;
  }
}

/** The numbers of `LeadCreated` events and of their streams. */
export async function creationsIn(config: EventStoreConfig) {
  const store = await openEventStore(config);
  const created: string[] = [];
  for (let after = START, upTo: Position; ; after = upTo) {
    const batch = await store.readAll({ after, limit: 1_000, types: ['LeadCreated'] });
    created.push(...batch.events.map(({ stream }) => stream));
    upTo = batch.upTo;
    if (upTo === after) break;
  }
  await store.close();
  return { events: created.length, streams: new Set(created).size };
}

/** The numbers of deliveries of postbacks and of their leads, by status. */
export async function deliveriesIn({ everyTenant }: TestDatabase) {
  const { rows } = await everyTenant.query<{ status: string; rows: number; leads: number }>(
    `/* every tenant: the ledger */
     select status, count(*)::int as rows, count(distinct lead)::int as leads
       from postback_deliveries group by status`,
  );
  return rows;
}

/** How many requests to partners are recorded: a request without an answer in time is recorded, and sent again. */
export async function attemptsIn({ everyTenant }: TestDatabase): Promise<number> {
  const { rows } = await everyTenant.query<{ n: number }>(
    '/* every tenant: the ledger */ select coalesce(sum(attempts), 0)::int as n from postback_deliveries',
  );
  return rows[0]?.n ?? 0;
}
