import { setTimeout as sleep } from 'node:timers/promises';
import { blankDetails } from '@crm/events/leads/details.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { openPostgresEventStore } from '@crm/platform/event-store/postgres/adapter.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { openPools } from '@crm/platform/postgres/pools.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import { register } from '@crm/platform/runner/checkpoint.ts';
import { openSecrets } from '@crm/platform/secrets/secrets.ts';
import type { Pool } from 'pg';
import { REACTION, REACTION_VERSION } from '../react.ts';
import { type KillPoint, openCrew } from './crew.ts';
import { hashOf, openSink, type Receipt, type Sink } from './sink.ts';
import { became, historian } from './world.ts';

export type LedgerOptions = {
  url: string;
  postgres: { stop: () => Promise<unknown>; start: () => Promise<unknown> };
  /** Minimum number of events, at about `perSecond`; a few more are written while the faults go on. */
  events: number;
  perSecond: number;
  /** Number of kills at each kill point. */
  rounds: number;
};

/** The differences between the event store and the sink's receipts. All lists are empty if nothing was lost. */
export type Ledger = {
  events: number;
  expected: number;
  kills: number;
  /** How often a worker's claims were taken over: after each kill, and when a busy machine suspended a worker. */
  takeovers: number;
  /** Requests that the sink did not answer, so that they were sent again. */
  unanswered: number;
  /** Repeated requests whose first one was answered with success. */
  duplicates: number;
  missing: string[];
  unexpected: string[];
  notEnded: string[];
  wrong: string[];
  unsigned: string[];
  outOfOrder: string[];
  /** Duplicates without a kill, a stop or a takeover between the two requests, whose first answer was in time. */
  unexplained: string[];
};

const SECRET_KEY = 'a secret key of the ledger and of nothing else';
const LEASE_MS = 2_000;
const POINTS: KillPoint[] = ['checkpointed', 'claimed', 'sent', 'answered', 'recorded'];
/** This process learns of a kill slightly later. */
const SLACK_MS = 250;
const KINDS = ['w0', 'w1', 'w2'];

/** What each postback matches, defined twice: as configuration, and as the ledger's expectation. */
type EventTraits = { trigger: string; status: LeadStatus; webmaster: string };
const postbacks = [
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

/**
 * Writes events while workers are killed at each point, Postgres is stopped, the clock is changed, and a worker is
 * suspended longer than its lease; then compares the received requests with the history.
 */
export async function keepLedger(options: LedgerOptions): Promise<Ledger> {
  const log = openLog('silent');
  const pools = openPools(options.url, log);
  const store = openPostgresEventStore(options.url, null);
  const sink = await openSink();
  const secrets = openSecrets(SECRET_KEY);
  const history = historian(store, secrets, pools.auth);
  let crew: ReturnType<typeof openCrew> | null = null;
  try {
    await recordTakeovers(pools.auth);
    await register(pools.projections, REACTION, REACTION_VERSION, await store.head());
    for (const { path, details } of postbacks) {
      const { triggerEvents, statusConditions, ...rest } = {
        triggerEvents: undefined,
        statusConditions: undefined,
        ...details,
      };
      const { secret } = await history.postback(`${sink.url}${path}`, {
        ...rest,
        ...(triggerEvents && { triggerEvents: [...triggerEvents] }),
        ...(statusConditions && { statusConditions: [...statusConditions] }),
        maxRetries: 10,
        timeout: 5_000, // a busy machine's partner answers within this
      });
      sink.secretOf.set(path, secret);
    }
    const points = Array.from({ length: options.rounds }, () => POINTS).flat();
    crew = openCrew([options.url, SECRET_KEY, String(LEASE_MS)], points);
    const stops: number[] = [];
    behave(sink, crew.killSender);

    const writing = new AbortController();
    const written = write(history, options, writing.signal);
    await inflict(options, pools.auth, crew, stops);
    writing.abort();
    await written;
    await untilQuiet(pools.auth);
    await crew.end();
    const takeovers = await takeoversOf(pools.auth);
    const ledger = await compare(pools.auth, sink, [...crew.kills, ...stops, ...takeovers]);
    return { kills: crew.kills.length, takeovers: takeovers.length, ...ledger };
  } finally {
    await crew?.abandon();
    await sink.close();
    await store.close();
    await pools.end();
  }
}

/** The sink fails now and then, but never twice for the same delivery. */
function behave(sink: Sink, killSender: () => void) {
  const random = randomFrom(6);
  const seen = new Set<string>();
  sink.answer = (receipt) => {
    killSender();
    const first = !seen.has(receipt.delivery);
    seen.add(receipt.delivery);
    if (first && random.chance(0.02)) return { status: 503 };
    if (first && random.chance(0.003)) return 'silence';
    return { status: 200, afterMs: random.below(20) };
  };
}

/** Writes leads of three webmasters, each with a few status changes, until there are enough and the signal aborts. */
async function write(
  history: ReturnType<typeof historian>,
  { events, perSecond }: LedgerOptions,
  enough: AbortSignal,
): Promise<void> {
  const random = randomFrom(7);
  const began = performance.now();
  let [written, n] = [0, 0];
  const inFlight = new Set<Promise<void>>();
  while (written < events || !enough.aborted) {
    const webmaster = random.pick(KINDS);
    const changes = random.below(4);
    const orderId = `L-${n++}`;
    written += 1 + changes;
    const one = (async () => {
      const lead = await history.lead(orderId, { source: { ...blankDetails.source, webmaster } });
      let status: LeadStatus = 'processing';
      for (let change = 0; change < changes; change += 1) {
        const to: LeadStatus = random.pick(
          (['approved', 'cancelled', 'hold', 'trash'] as const).filter((each) => each !== status),
        );
        await history.happened(lead, became(to, status));
        status = to;
      }
    })().finally(() => inFlight.delete(one));
    inFlight.add(one);
    const pace = written < events ? began + (written * 1000) / perSecond - performance.now() : 40;
    await sleep(Math.max(pace, 0));
    if (inFlight.size > 50) await Promise.race(inFlight);
  }
  await Promise.all(inFlight);
}

/** Causes one fault after the other while the workers are killed at their points. */
async function inflict(
  { postgres }: LedgerOptions,
  pool: Pool,
  crew: ReturnType<typeof openCrew>,
  stops: number[],
): Promise<void> {
  const until = async (holds: () => boolean) => {
    while (!holds()) await sleep(50);
  };
  await until(() => crew.allDied() || crew.kills.length >= 2);
  await postgres.stop();
  await sleep(500);
  await postgres.start();
  await until(crew.allDied);
  await sleep(1_500); // both workers are running
  await setClock(pool, '-10 minutes');
  await sleep(1_500);
  await setClock(pool, '0');
  stops.push(Date.now());
  crew.freeze();
  await sleep(2 * LEASE_MS);
  stops.push(Date.now());
  crew.thaw();
  await sleep(1_000);
  await setClock(pool, '10 minutes');
  await sleep(1_500);
}

/** Records when a worker's lease ends, on the real clock: from then on another worker may send its deliveries. */
async function recordTakeovers(pool: Pool) {
  await pool.query(`
    create table ledger_takeovers (at timestamptz not null);
    create function record_takeover() returns trigger language plpgsql as $$
    begin
      insert into ledger_takeovers values (clock_timestamp());
      return null;
    end $$;
    create trigger record_takeover after delete on postback_workers
      for each row execute function record_takeover()`);
}

async function takeoversOf(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ at: Date }>('select at from ledger_takeovers');
  return rows.map(({ at }) => at.getTime());
}

/** Attempts without an answer in time, per delivery: on a busy machine the sink may answer too late. */
async function lateAnswersOf(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ delivery: string; n: number }>(
    'select delivery, count(*)::int as n from postback_attempts where response_status is null group by delivery',
  );
  return new Map(rows.map(({ delivery, n }) => [delivery, n]));
}

async function setClock(pool: Pool, by: string) {
  await pool.query(
    `create or replace function postback_clock() returns timestamptz language sql volatile
     as 'select clock_timestamp() + interval ''${by}'''`,
  );
}

async function untilQuiet(pool: Pool) {
  for (;;) {
    const { rows } = await pool.query<{ quiet: boolean }>(
      `select (select position from checkpoints where name = '${REACTION}')
            = (select lpad(max(position)::text, length((select position from checkpoints where name = '${REACTION}')), '0') from event_store.events)
          and not exists (select from postback_queue) as quiet`,
    );
    if (rows[0]?.quiet) return;
    await sleep(100);
  }
}

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
async function compare(
  pool: Pool,
  sink: Sink,
  faults: readonly number[],
): Promise<Omit<Ledger, 'kills' | 'takeovers'>> {
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
    const trigger =
      type === 'LeadCreated' ? 'new_lead' : status === 'approved' ? 'lead_approved' : 'status_update';
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
  const wrong = deliveries.filter(({ id, status, body }) => {
    const good = (receiptsOf.get(id) ?? []).filter((receipt) => answered.has(receipt));
    return status === 'success' && !good.some(({ bodyHash }) => bodyHash === hashOf(body ?? ''));
  });

  const repeats = [...receiptsOf.values()].flatMap((receipts) =>
    receipts.slice(1).flatMap((receipt, n) => {
      const before = receipts[n];
      return before && answered.has(before) ? [{ before, receipt }] : [];
    }),
  );
  const late = await lateAnswersOf(pool);
  const unexplained = repeats.filter(({ before, receipt }) => {
    if (faults.some((at) => at >= before.at - SLACK_MS && at <= receipt.at + SLACK_MS)) return false;
    const left = late.get(receipt.delivery) ?? 0;
    late.set(receipt.delivery, left - 1);
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
    duplicates: repeats.length,
    missing: expected.filter(({ key }) => !byEvent.has(key)).map(({ key }) => key),
    unexpected: [...byEvent.keys()].filter((key) => !expectedKeys.has(key)),
    notEnded: deliveries
      .filter(({ status }) => status !== 'success')
      .map(({ id, status }) => `${id} ${status}`),
    wrong: wrong.map(({ id }) => id),
    unsigned: sink.receipts.filter(({ signed }) => !signed).map(({ delivery }) => delivery),
    outOfOrder,
    unexplained: unexplained.map(({ receipt }) => receipt.delivery),
  };
}

const pathOf = (url: string | null) => (url === null ? '' : new URL(url).pathname);
