import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Log } from '../log/log.ts';
import { HOST_GONE, sessionSettings } from '../postgres/pools.ts';
import { mergeCalls } from './merge-calls.ts';

/** After this time without an answer, the connection is closed and a new one is opened. */
const ANSWER_MS = 5_000;
/** Pause between attempts to lead; randomly up to twice as long, so that processes do not align. */
const TRY_EVERY_MS = 250;
/** Time limit of an orderly close. */
const END_MS = 1_000;
/** How long a try waits for those of other consumers, so that all are one statement. */
const JOIN_MS = 2;

/**
 * Decides which consumers this process leads, by one advisory lock of Postgres per consumer. One session holds all
 * locks; when its connection is lost, the process loses all of them and competes again.
 *
 * Locks are tried, never waited for. A session runs one statement at a time, so a waiting statement would block the
 * locks of all other consumers of the process, and it would hold back vacuum. So processes that start or die in any
 * order cannot block each other.
 *
 * The lock only selects a leader. The epoch that the leader claims (checkpoint.ts) protects the rows: the batches of a
 * process that lost its lock without noticing fail.
 */
export type Leadership = {
  /** Tries to become the leader of a consumer; null while another process leads. Throws when Postgres is away. */
  tryToLead: (consumer: string) => Promise<LeaderLock | null>;
  /** Milliseconds until the next attempt: the same moment for all consumers, so that their attempts are one statement. */
  untilNextTry: () => number;
  /** Called when a consumer has ended for good. The connection is closed after the last one. */
  leave: (consumer: string) => Promise<void>;
};

/** The right to lead a consumer. */
export type LeaderLock = {
  /** Aborts when the connection ends, and with it the leadership of every consumer of this process. */
  lost: AbortSignal;
  /** Lets another process lead. Does nothing after the connection was lost. */
  giveUp: () => Promise<void>;
};

type Session = {
  client: Client;
  lost: AbortSignal;
  /** @returns false while another process has the lock */
  lock: (consumer: string) => Promise<boolean>;
  unlock: (consumer: string) => Promise<boolean>;
};

/** One statement for all consumers that call the function at the same time: a process has some thirty. */
const ofAll = (client: Client, name: string, call: 'pg_try_advisory_lock' | 'pg_advisory_unlock') =>
  mergeCalls(JOIN_MS, async (consumers: readonly string[]) => {
    const { rows } = await client.query<{ done: boolean }>({
      name,
      text: `select ${call}(hashtextextended('runner ' || consumer, 0)) as done
             from unnest($1::text[]) with ordinality a (consumer, n) order by n`,
      values: [consumers],
    });
    return rows.map(({ done }) => done);
  });

/**
 * Use one per process. It connects when the first consumer competes.
 * @param answerMs a longer one for tests on a busy machine
 */
export function openLeadership(databaseUrl: string, log: Log, answerMs = ANSWER_MS): Leadership {
  const competing = new Set<string>();
  const led = new Set<string>();
  let session: Promise<Session> | null = null;
  let nextTry = 0;

  function connect(): Promise<Session> {
    const client = new Client({
      connectionString: databaseUrl,
      application_name: 'crm leadership',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
      pipeline: true, // some consumers try their locks while others release theirs
      options: sessionSettings(HOST_GONE),
    });
    const lost = new AbortController();
    const connecting = client.connect().then(() => ({
      client,
      lost: lost.signal,
      lock: ofAll(client, 'lead', 'pg_try_advisory_lock'),
      unlock: ofAll(client, 'give up', 'pg_advisory_unlock'),
    }));
    const forget = () => {
      if (session === connecting) session = null;
      lost.abort();
    };
    client.on('error', () => {}); // 'end' follows
    client.once('end', () => {
      if (led.size > 0) log.warn({ consumers: [...led] }, 'The connection for leadership was lost');
      forget();
    });
    connecting.catch(forget); // `await session` throws it
    return connecting;
  }

  return {
    async tryToLead(consumer) {
      // A session may take its own lock again, so two consumers of one name would both lead.
      if (led.has(consumer)) throw new Error(`Consumer ${consumer} runs twice in this process`);
      competing.add(consumer);
      session ??= connect();
      const { lost, lock, unlock } = await session;
      if (!(await lock(consumer))) return null;
      led.add(consumer);
      return {
        lost,
        async giveUp() {
          led.delete(consumer);
          await unlock(consumer).catch(() => {}); // a lock ends with its connection
        },
      };
    },
    untilNextTry() {
      const now = performance.now();
      if (nextTry <= now) nextTry = now + TRY_EVERY_MS * (1 + Math.random());
      return nextTry - now;
    },
    async leave(consumer) {
      competing.delete(consumer);
      if (competing.size > 0 || session === null) return;
      const ending = session;
      session = null;
      const { client } = await ending;
      await Promise.race([client.end().catch(() => {}), sleep(END_MS, undefined, { ref: false })]);
    },
  };
}
