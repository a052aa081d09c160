import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '@crm/contracts/endpoint.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { shortOrLong } from '@crm/platform/test/faults.ts';
import type { Product } from '@crm/platform/test/product.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ADMIN, tokenOf } from '../people.ts';

/** The product is killed after this many acknowledged leads of a round, with SENDERS requests in flight. */
const ACKNOWLEDGED = shortOrLong(200, 5_000);
const SENDERS = 32;

const Refused = z.object({ code: z.string() });

/** The faults of one round: order ids by kind. All lists are empty in a good round. */
type Faults = {
  /** Acknowledged, but not in the list. */
  missing: string[];
  /** In the list more than once. */
  twice: string[];
  /** In the list, but never sent. */
  unexpected: string[];
  /** In the list before it was sent again, but then accepted as new. */
  acceptedAgain: string[];
};

/**
 * Sends leads and kills the product in each of these ways, repeatedly, on any event store: every acknowledged
 * lead must exist once. Call it at the top level of a test file.
 */
export function killedUnderLoad(product: Product, kills: Record<string, () => Promise<void>>) {
  let token = '';
  let offer = '';
  /** All sent order ids of all rounds, and whether they were acknowledged. */
  const ledger = new Map<string, 'acknowledged' | 'unanswered'>();
  /** The newest position of any answer. */
  let newest = '';

  /** Reads at the newest position; repeats while a read model lags after a start, or Postgres does not answer in time. */
  async function get<E extends Endpoint>(endpoint: E, query = '') {
    for (;;) {
      const headers = { authorization: `Bearer ${token}`, 'x-min-position': newest };
      const answer = await fetch(`${product.url}/api${endpoint.path}?${query}`, { headers });
      const body: unknown = await answer.json();
      if (answer.status === 503 && Refused.parse(body).code === 'unavailable') continue;
      expect(answer.status, JSON.stringify(body)).toBe(200);
      if (answer.headers.get('x-stale') === null)
        return z.object({ data: endpoint.data, pagination: z.object({ total: z.int() }) }).parse(body);
    }
  }

  const post = (call: string, body: object) =>
    fetch(`${product.url}/api${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  /** Sends a lead; throws when the connection breaks before the answer. */
  async function send(orderId: string): Promise<number> {
    ledger.set(orderId, 'unanswered');
    const lead = { fullName: 'Asha Rao', phone: '+91 98200 11111', offer, quantity: 1, orderId };
    const { status, headers } = await post('/leads', lead);
    if (status !== 201 && status !== 409) return status;
    ledger.set(orderId, 'acknowledged');
    const position = headers.get('x-position') ?? '';
    if (position > newest) newest = position;
    return status;
  }

  /** Repeats like a partner without an answer, until the lead is accepted, or refused as existing. */
  async function sendAgain(orderId: string): Promise<number> {
    for (;;) {
      const status = await send(orderId).catch(() => 0);
      if (status === 201 || status === 409) return status;
      await sleep(50);
    }
  }

  /** Sends continuously from SENDERS senders, and kills the product meanwhile. */
  async function sendUntil(kill: () => Promise<void>, round: string) {
    let [sent, acknowledged] = [0, 0];
    const dead = new AbortController();
    let killing: Promise<void> | null = null;
    const senders = Array.from({ length: SENDERS }, async () => {
      while (!dead.signal.aborted) {
        const status = await send(`${round}-${sent++}`).catch(() => 0); // connection lost: the result is unknown
        if (status === 201) acknowledged += 1;
        if (acknowledged < ACKNOWLEDGED) continue;
        // Not awaited here: the other senders continue meanwhile.
        killing ??= kill().finally(() => dead.abort());
      }
    });
    await Promise.all(senders);
    await killing;
  }

  /** The number of occurrences of each order id in the list. */
  async function listed(): Promise<Map<string, number>> {
    const times = new Map<string, number>();
    for (let page = 1; ; page += 1) {
      const { data, pagination } = await get(
        listLeads,
        `limit=500&page=${page}&includeComments=false&sortBy=orderId`,
      );
      const leads = z.array(z.looseObject({ orderId: z.string() })).parse(data);
      for (const { orderId } of leads) times.set(orderId, (times.get(orderId) ?? 0) + 1);
      if (page * 500 >= pagination.total) return times;
    }
  }

  const idsThatAre = (known: 'acknowledged' | 'unanswered') =>
    [...ledger].flatMap(([id, state]) => (state === known ? [id] : []));

  /** Compares the list with the sent leads; the caller fills `acceptedAgain`. */
  function compare(found: ReadonlyMap<string, number>): Faults {
    return {
      missing: idsThatAre('acknowledged').filter((id) => !found.has(id)),
      twice: [...found].flatMap(([id, times]) => (times > 1 ? [id] : [])),
      unexpected: [...found.keys()].filter((id) => !ledger.has(id)),
      acceptedAgain: [],
    };
  }
  const none: Faults = { missing: [], twice: [], unexpected: [], acceptedAgain: [] };

  beforeAll(async () => {
    token = await tokenOf(product.url, ADMIN);
    offer = z.array(z.looseObject({ _id: z.string() })).parse((await get(listOffers)).data)[0]?._id ?? '';
  });

  describe('killed during ingest', () => {
    test.each(Object.entries(kills))('%s: keeps every acknowledged lead exactly once', async (kind, kill) => {
      await sendUntil(kill, `KILL-${Object.keys(kills).indexOf(kind)}`);
      await product.again();

      const found = await listed();
      expect(compare(found), `after the start, ${kind} killed`).toEqual(none);

      const unanswered = idsThatAre('unanswered');
      const answers = await Promise.all(unanswered.map(async (id) => ({ id, status: await sendAgain(id) })));
      const faults = compare(await listed());
      faults.acceptedAgain = answers.flatMap(({ id, status }) =>
        status === 201 && found.has(id) ? [id] : [],
      );
      expect(faults, `after sending again what had no answer, ${kind} killed`).toEqual(none);
      console.info(
        `${kind}: ${ledger.size} sent so far, ${unanswered.length} of them without an answer, ` +
          `of which ${unanswered.filter((id) => found.has(id)).length} were there`,
      );
    });

    test('lists exactly the leads of the ledger after all kills', async () => {
      expect([...(await listed()).keys()].sort()).toEqual([...ledger.keys()].sort());
    });
  });
}
