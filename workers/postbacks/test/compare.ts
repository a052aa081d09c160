import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import type { Pool } from 'pg';
import { hashOf, type Receipt, type Sink } from './sink.ts';

/** What was delivered, and the differences between the event store and the sink's receipts. */
export type Ledger = {
  events: number;
  expected: number;
  kills: number;
  /** Claims that were taken from their worker: after a kill, and when a busy machine suspended a worker. */
  takeovers: number;
  /** Requests that the sink did not answer, so that they were sent again. */
  unanswered: number;
  /** Repeated requests whose first one was answered with success. */
  duplicates: number;
  faults: Faults;
};

type Faults = {
  missing: string[];
  unexpected: string[];
  notEnded: string[];
  /** Deliveries recorded as successful without an answered request of the recorded body, with both sides. */
  wrong: string[];
  unsigned: string[];
  outOfOrder: string[];
  /** Duplicates of deliveries that were taken from no worker, and whose first answer was in time. */
  unexplained: string[];
};

export const noFaults: Faults = {
  missing: [],
  unexpected: [],
  notEnded: [],
  wrong: [],
  unsigned: [],
  outOfOrder: [],
  unexplained: [],
};

/** What each postback matches, defined twice: as configuration, and as the ledger's expectation. */
type EventTraits = { trigger: string; status: LeadStatus; webmaster: string };
export const postbacks = [
  { path: '/all', details: {}, matches: () => true },
  {
    path: '/sales',
    details: { triggerEvents: ['new_lead', 'lead_approved'] as const },
    matches: ({ trigger }: EventTraits) => trigger === 'new_lead' || trigger === 'lead_approved',
  },
  {
    path: '/ends',
    details: { triggerEvents: ['status_update'] as const, statusConditions: ['approved', 'trash'] as const },
    matches: ({ trigger, status }: EventTraits) =>
      trigger !== 'new_lead' && (status === 'approved' || status === 'trash'),
  },
  {
    path: '/mine',
    details: { filters: { offers: [], webmasters: ['w1'], paymentModes: [], countries: [] } },
    matches: ({ webmaster }: EventTraits) => webmaster === 'w1',
  },
];

type EventRow = {
  id: string;
  stream: string;
  type: string;
  data: { to?: LeadStatus; details?: { source: { webmaster: string } } };
};
type DeliveryRow = {
  id: string;
  event_id: string;
  url: string | null;
  status: string;
  attempts: number;
  body: string | null;
};

/** Compares the sink's receipts with the history. */
export async function compare(pool: Pool, sink: Sink): Promise<Omit<Ledger, 'kills'>> {
  const { rows: events } = await pool.query<EventRow>(
    `select id, stream, type, data from event_store.events where stream like 'lead-%' order by position`,
  );
  const { rows: deliveries } = await pool.query<DeliveryRow>(
    `select d.id, d.event_id, d.status, d.attempts, a.url, a.request_body as body
     from postback_deliveries d
     left join postback_attempts a on a.delivery = d.id and a.attempt = d.attempts`,
  );
  const byEvent = new Map(deliveries.map((row) => [`${row.event_id} ${pathOf(row.url)}`, row]));

  const webmasters = new Map<string, string>();
  const expected: { key: string; stream: string; path: string }[] = [];
  for (const { id, stream, type, data } of events) {
    if (data.details) webmasters.set(stream, data.details.source.webmaster);
    const status = data.to ?? 'processing';
    const changed = status === 'approved' ? 'lead_approved' : 'status_update';
    const trigger = type === 'LeadCreated' ? 'new_lead' : changed;
    const traits = { trigger, status, webmaster: webmasters.get(stream) ?? '' };
    for (const { path, matches } of postbacks)
      if (matches(traits)) expected.push({ key: `${id} ${path}`, stream, path });
  }
  const expectedKeys = new Set(expected.map(({ key }) => key));

  const receiptsOf = new Map<string, Receipt[]>();
  for (const receipt of sink.receipts)
    receiptsOf.set(receipt.delivery, [...(receiptsOf.get(receipt.delivery) ?? []), receipt]);
  const places = new Map(sink.receipts.map((receipt, place) => [receipt, place]));
  const answered = new Set(sink.answered);
  // The text names both sides, so that a failure tells a changed body from an answer that the sink did not record.
  const wrong = deliveries.flatMap(({ id, status, attempts, body }) => {
    const receipts = receiptsOf.get(id) ?? [];
    const good = receipts.filter((receipt) => answered.has(receipt));
    if (status !== 'success' || good.some(({ bodyHash }) => bodyHash === hashOf(body ?? ''))) return [];
    const received = receipts.map((each) => `${answered.has(each) ? 'answered' : 'unanswered'} ${each.body}`);
    return [`${id}: recorded in attempt ${attempts} ${body ?? 'no body'}; received ${received.join(', ')}`];
  });

  const repeats = [...receiptsOf.values()].flatMap((receipts) =>
    receipts.slice(1).filter((_, n) => {
      const before = receipts[n];
      return before && answered.has(before);
    }),
  );
  const takeovers = await countsOf(
    pool,
    'select delivery, count(*)::int as n from ledger_takeovers group by 1',
  );
  const late = await countsOf(pool, lateAnswers);
  const excuses = new Map<string, number>();
  for (const { delivery } of sink.receipts)
    excuses.set(delivery, (takeovers.get(delivery) ?? 0) + (late.get(delivery) ?? 0));
  const unexplained = repeats.filter(({ delivery }) => {
    const left = excuses.get(delivery) ?? 0;
    excuses.set(delivery, left - 1);
    return left <= 0;
  });

  // Checks the order of the first request per event against the order of history.
  const lastPlaceOf = new Map<string, number>();
  const outOfOrder: string[] = [];
  for (const { key, stream, path } of expected) {
    const first = receiptsOf.get(byEvent.get(key)?.id ?? '')?.[0];
    if (!first) continue;
    const place = places.get(first) ?? -1;
    if (place < (lastPlaceOf.get(`${stream} ${path}`) ?? -1)) outOfOrder.push(key);
    lastPlaceOf.set(`${stream} ${path}`, place);
  }

  return {
    events: events.length,
    expected: expected.length,
    unanswered: sink.receipts.length - sink.answered.length,
    takeovers: [...takeovers.values()].reduce((sum, n) => sum + n, 0),
    duplicates: repeats.length,
    faults: {
      missing: expected.filter(({ key }) => !byEvent.has(key)).map(({ key }) => key),
      unexpected: [...byEvent.keys()].filter((key) => !expectedKeys.has(key)),
      notEnded: deliveries
        .filter(({ status }) => status !== 'success')
        .map(({ id, status }) => `${id} ${status}`),
      wrong,
      unsigned: sink.receipts.filter(({ signed }) => !signed).map(({ delivery }) => delivery),
      outOfOrder,
      unexplained: unexplained.map(({ delivery }) => delivery),
    },
  };
}

/** Attempts without an answer in time: on a busy machine the sink may answer too late. */
const lateAnswers =
  'select delivery, count(*)::int as n from postback_attempts where response_status is null group by 1';

async function countsOf(pool: Pool, sql: string): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ delivery: string; n: number }>(sql);
  return new Map(rows.map(({ delivery, n }) => [delivery, n]));
}

const pathOf = (url: string | null) => (url === null ? '' : new URL(url).pathname);
