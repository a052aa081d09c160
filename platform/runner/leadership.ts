import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Log } from '../log/log.ts';
import { HOST_GONE, sessionSettings } from '../postgres/pools.ts';

/** After this time without an answer, the connection is closed and a new one is opened. */
const ANSWER_MS = 5_000;
/** Time limit of an orderly close. */
const END_MS = 1_000;

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
  tryToLead: (consumer: string) => Promise<Lead | null>;
  /** Called when a consumer has ended for good. The connection is closed after the last one. */
  leave: (consumer: string) => Promise<void>;
};

export type Lead = {
  /** Aborts when the connection ends, and with it the leadership of every consumer of this process. */
  lost: AbortSignal;
  /** Lets another process lead. Does nothing after the connection was lost. */
  giveUp: () => Promise<void>;
};

type Session = { client: Client; lost: AbortSignal };

/** Use one per process. It connects when the first consumer competes. */
export function openLeadership(databaseUrl: string, log: Log): Leadership {
  const competing = new Set<string>();
  const led = new Set<string>();
  let session: Promise<Session> | null = null;

  function connect(): Promise<Session> {
    const client = new Client({
      connectionString: databaseUrl,
      application_name: 'crm leadership',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      pipeline: true, // consumers try their locks at the same time
      options: sessionSettings(HOST_GONE),
    });
    const lost = new AbortController();
    const connecting = client.connect().then(() => ({ client, lost: lost.signal }));
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
      const { client, lost } = await session;
      const { rows } = await client.query<{ locked: boolean }>(
        `select pg_try_advisory_lock(hashtextextended('runner ' || $1, 0)) as locked`,
        [consumer],
      );
      if (rows[0]?.locked !== true) return null;
      led.add(consumer);
      return {
        lost,
        async giveUp() {
          led.delete(consumer);
          const unlock = `select pg_advisory_unlock(hashtextextended('runner ' || $1, 0))`;
          await client.query(unlock, [consumer]).catch(() => {}); // a lock ends with its connection
        },
      };
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
