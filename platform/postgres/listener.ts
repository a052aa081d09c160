import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { pause, pauseAfter } from '../failures/pause.ts';

const END_MS = 1_000;
/**
 * Pause between two checks of the connection, and the time limit of a check: a dead connection is found within twice
 * this.
 */
const CHECK_MS = 5_000;

export type Listener = {
  /**
   * Sends texts to the channel, in order; each at most 7,999 bytes; equal texts of one call are sent once. Never
   * rejects.
   * @returns whether the texts were sent; if false, they may have been sent
   */
  notify: (payloads: readonly string[]) => Promise<boolean>;
  /**
   * Runs work on the connection, now or when it is connected, and again on each later one: for locks that the connection
   * holds. When it rejects, the connection is closed and another one is opened.
   * @returns when the work was done for the first time
   */
  onSession: (work: (client: Client) => Promise<void>) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Listens to a channel of Postgres over its own connection and reconnects when it is lost. Texts sent in between are
 * lost: `connected` is called after each connect, including the first.
 */
export function openListener(options: {
  url: string;
  channel: string;
  /** Name of the connection in pg_stat_activity. */
  applicationName: string;
  /** Called with each text, also with texts that this listener sent; must not throw. */
  received: (payload: string) => void;
  connected: () => void;
}): Listener {
  const { url, channel, applicationName, received, connected } = options;
  const stop = new AbortController();
  let client: Client | null = null;
  let session = async (_: Client): Promise<void> => {};

  async function listen() {
    const stopped = once(stop.signal, 'abort');
    for (let failures = 0; !stop.signal.aborted; failures += 1) {
      const made = new Client({
        connectionString: url,
        application_name: applicationName,
        connectionTimeoutMillis: 3_000,
        query_timeout: CHECK_MS,
        keepAlive: true,
        // An fsync per notification would slow down all other commits of the server.
        options: '-c synchronous_commit=off',
      });
      const ended = new Promise<void>((resolve) => made.once('end', resolve));
      made.on('error', () => {}); // 'end' follows
      made.on('notification', ({ payload }) => received(payload ?? ''));
      try {
        await made.connect();
        await made.query(`listen ${channel}`);
        failures = 0;
        client = made; // before the work: work that is given meanwhile runs on this connection, too
        await session(made);
        connected();
        await Promise.race([ended, stopped, silenceOf(made)]);
      } catch {
        // Postgres is unreachable; the loop tries again.
      }
      client = null;
      made.removeAllListeners('notification'); // the connection may be slow and still deliver texts
      await Promise.race([made.end().catch(() => {}), sleep(END_MS, undefined, { ref: false })]);
      await pause(pauseAfter(failures), stop.signal);
    }
  }

  /** Resolves when the connection no longer answers: the server's host has failed, and no packet closes the socket. */
  async function silenceOf(made: Client): Promise<void> {
    while (client === made && !stop.signal.aborted) {
      await pause(CHECK_MS, stop.signal);
      const answers = await made.query('select 1').then(
        () => true,
        () => false,
      );
      if (!answers) return;
    }
  }

  const listening = listen();

  return {
    async notify(payloads) {
      if (!client) return false;
      const sent = client.query('select pg_notify($1, payload) from unnest($2::text[]) payload', [
        channel,
        payloads,
      ]);
      return sent.then(
        () => true,
        () => false,
      );
    },
    onSession(work) {
      return new Promise((resolve) => {
        session = async (made) => {
          await work(made);
          resolve();
        };
        const current = client;
        // The loop runs the session when this connection was closed.
        if (current) session(current).catch(() => current.end().catch(() => {}));
      });
    },
    async close() {
      stop.abort();
      await listening;
    },
  };
}
