import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { pause, pauseAfter } from '../runner/failure.ts';

const END_MS = 1_000;
/** Pause between two checks of the connection, and the time it has to answer: a dead one is found within twice this. */
const CHECK_MS = 5_000;

export type Listener = {
  /**
   * Sends texts to the channel, in order; each at most 7,999 bytes, and equal ones of a call once. Never rejects.
   * @returns whether they were sent; when false, they may have been
   */
  notify: (payloads: readonly string[]) => Promise<boolean>;
  close: () => Promise<void>;
};

/**
 * Listens to a channel of Postgres over a connection of its own, and connects again whenever it is lost. Texts that are
 * sent in between are lost: `connected` is called after each connect, also the first.
 */
export function openListener(options: {
  url: string;
  channel: string;
  /** Name of the connection in pg_stat_activity. */
  applicationName: string;
  /** Called with each text, also with those sent by this listener; must not throw. */
  received: (payload: string) => void;
  connected: () => void;
}): Listener {
  const { url, channel, applicationName, received, connected } = options;
  const stop = new AbortController();
  let client: Client | null = null;

  async function listen() {
    const stopped = once(stop.signal, 'abort');
    for (let failures = 0; !stop.signal.aborted; failures += 1) {
      const made = new Client({
        connectionString: url,
        application_name: applicationName,
        connectionTimeoutMillis: 3_000,
        query_timeout: CHECK_MS,
        keepAlive: true,
        // An fsync for each notification would slow down every other commit of the server.
        options: '-c synchronous_commit=off',
      });
      const ended = new Promise<void>((resolve) => made.once('end', resolve));
      made.on('error', () => {}); // 'end' follows
      made.on('notification', ({ payload }) => received(payload ?? ''));
      try {
        await made.connect();
        await made.query(`listen ${channel}`);
        failures = 0;
        client = made;
        connected();
        await Promise.race([ended, stopped, silenceOf(made)]);
      } catch {
        // Postgres cannot be reached; the loop tries again.
      }
      client = null;
      made.removeAllListeners('notification'); // the connection may be slow instead of dead
      await Promise.race([made.end().catch(() => {}), sleep(END_MS, undefined, { ref: false })]);
      await pause(pauseAfter(failures), stop.signal);
    }
  }

  /** Resolves when the connection no longer answers: the server's host is gone and no packet ever ends the socket. */
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
    async close() {
      stop.abort();
      await listening;
    },
  };
}
