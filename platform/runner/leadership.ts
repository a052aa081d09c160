import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Log } from '../log/log.ts';
import { HOST_GONE } from '../postgres/pools.ts';

/** A server that does not answer for so long is gone: its connection is closed, and another one is tried. */
const ANSWER_MS = 5_000;
/** Time to close the connection in order. */
const END_MS = 1_000;

/**
 * Which consumers this process leads: one advisory lock of Postgres for each name, all held by one session. When its
 * connection is lost, the process loses them all at once and competes again.
 *
 * Locks are tried, never waited for. A waiting statement would keep all other consumers of the process from their locks,
 * since a session runs one statement at a time, and it would hold back vacuum. So processes that start or die in any
 * order cannot block each other.
 *
 * The lock only chooses a leader. What protects the rows is the epoch that it claims (checkpoint.ts): the batches of a
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

/** One for a process. It connects when the first consumer competes. */
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
      options: Object.entries(HOST_GONE)
        .map(([key, value]) => `-c ${key}=${value}`)
        .join(' '),
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
    connecting.catch(forget); // thrown where it is awaited
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
