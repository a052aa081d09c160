import { setTimeout as sleep } from 'node:timers/promises';
import { blankDetails } from '@crm/events/leads/details.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import { register } from '@crm/platform/runner/checkpoint.ts';
import { openSecrets } from '@crm/platform/secrets/secrets.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import type { Pool } from 'pg';
import { REACTION, REACTION_VERSION } from '../react.ts';
import { compare, type Ledger, postbacks } from './compare.ts';
import { type KillPoint, openCrew } from './crew.ts';
import { openSink, type Sink } from './sink.ts';
import { became, historian } from './world.ts';

export type LedgerOptions = {
  url: string;
  /** With Kafka, the workers mirror the events and are a consumer group of the topic. */
  kafka?: { brokers: readonly string[]; topic: string } | null;
  postgres: { stop: () => Promise<unknown>; start: () => Promise<unknown> };
  /** Minimum number of events, at about `perSecond`; a few more are written while the faults go on. */
  events: number;
  perSecond: number;
  /** Number of kills at each kill point. */
  rounds: number;
};

const SECRET_KEY = 'a secret key of the ledger and of nothing else';
const LEASE_MS = 2_000;
const POINTS: KillPoint[] = ['checkpointed', 'claimed', 'sent', 'answered', 'recorded'];
const KINDS = ['w0', 'w1', 'w2'];

/**
 * Writes events while workers are killed at each point, Postgres is stopped, the clock is changed, and a worker is
 * suspended longer than its lease; then compares the received requests with the history, and prints the counts.
 */
export async function keepLedger(options: LedgerOptions): Promise<Ledger> {
  const log = openLog('silent');
  const pools = testPools(options.url, log);
  const store = testStore(options.url);
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
    const { topic = '', brokers = [] } = options.kafka ?? {};
    crew = openCrew([options.url, SECRET_KEY, String(LEASE_MS), topic, brokers.join(',')], points);
    behave(sink, crew.killSender);

    const writing = new AbortController();
    const written = write(history, options, writing.signal);
    await inflict(options, pools.auth, crew);
    writing.abort();
    await written;
    await untilQuiet(pools.auth);
    await crew.end();
    const kills = crew.kills.length;
    const compared = await compare(pools.auth, sink);
    const { events, expected, takeovers, unanswered, duplicates } = compared;
    console.info(
      `${events} events, ${expected} deliveries; ${kills} kills, ${takeovers} takeovers, ${unanswered} unanswered, ${duplicates} duplicates`,
    );
    return { kills, ...compared };
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
    const pace = written < events ? began + (written * 1000) / perSecond - performance.now() : 100;
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
  crew.freeze();
  await sleep(2 * LEASE_MS);
  crew.thaw();
  await sleep(1_000);
  await setClock(pool, '10 minutes');
  await sleep(1_500);
}

/**
 * Records each claim that was taken from its worker: another worker may send that delivery again. A settlement releases
 * a claim too, and moves the delivery's time.
 */
async function recordTakeovers(pool: Pool) {
  await pool.query(`
    create table ledger_takeovers (delivery uuid not null);
    create function record_takeover() returns trigger language plpgsql as $$
    begin
      insert into ledger_takeovers values (new.delivery);
      return null;
    end $$;
    create trigger record_takeover after update of lease on postback_queue for each row
      when (old.lease is not null and new.lease is null and new.due_at = old.due_at)
      execute function record_takeover()`);
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
