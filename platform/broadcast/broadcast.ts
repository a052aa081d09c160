import { randomUUID } from 'node:crypto';
import { pause } from '../failures/pause.ts';
import type { Log } from '../log/log.ts';
import { type Listener, openListener } from '../postgres/listener.ts';

/**
 * Messages to the other processes on the same database: hints for browsers, and outdated cache entries. Delivery is at
 * most once. A process that may have missed messages is notified, so that it can read the database again.
 */
export type Broadcast = {
  /**
   * Sends a text to the listeners of a topic in every other process; returns at once. Texts arrive in order; of equal
   * texts sent within a few milliseconds only the first may arrive.
   */
  send: (topic: string, text: string) => void;
  /** Sets the one listener of a topic; neither function may throw. `missed`: messages of any topic may have been lost. */
  listen: (topic: string, listener: BroadcastListener) => void;
  /** See Listener.onSession (platform/postgres/listener.ts). Resolves at once for the only process on a database. */
  onSession: Listener['onSession'];
  close: () => Promise<void>;
};

export type BroadcastListener = { received: (text: string) => void; missed: () => void };

/** For the only process on a database. */
export const noBroadcast: Broadcast = {
  send: () => {},
  listen: () => {},
  onSession: async () => {},
  close: async () => {},
};

const CHANNEL = 'crm_broadcast';
/** Longest text in bytes. A notification of Postgres holds 7,999; sender and topic take up to 99 of them. */
export const LONGEST_TEXT = 7_900;
/** Maximum length of the send queue, up to 16 MB. A full queue is dropped, and its messages are reported as missed. */
const MOST_QUEUED = 2_000;
/** Messages per statement, and the pause after it: up to 10,000 messages per second. */
const MOST_AT_ONCE = 100;
const SEND_EVERY_MS = 10;
/** Pause after a failed send, for example during a reconnect. */
const RETRY_MS = 300;
/** Time on close to send the rest of the queue. */
const FLUSH_MS = 500;

/** Topic of a message without text: messages of its sender were lost. */
const MISSED = 'missed';

/**
 * Opens the broadcast over NOTIFY, on its own connection: the commit of a notification takes a lock on the whole
 * Postgres instance, so it must wait neither for the disk nor for a free connection of a pool.
 */
export function openBroadcast(url: string, log: Log): Broadcast {
  const self = randomUUID();
  const listeners = new Map<string, BroadcastListener>();
  const closing = new AbortController();
  let queue: string[] = [];
  /** Messages of this process were lost, and the other processes have not been notified yet. */
  let lost = false;
  let sending = false;
  let connections = 0;

  const listener = openListener({
    url,
    channel: CHANNEL,
    applicationName: 'crm broadcast',
    received(payload) {
      const [sender = '', topic = '', ...lines] = payload.split('\n');
      if (sender === self) return;
      if (topic === MISSED) missed();
      else listeners.get(topic)?.received(lines.join('\n'));
    },
    connected() {
      connections += 1;
      if (connections > 1) log.info('Connected to the other processes again');
      missed();
    },
  });

  function missed() {
    for (const each of listeners.values()) each.missed();
  }

  function dropQueue() {
    queue = [];
    lost = true;
  }

  /** Sends until the queue is empty and every loss has been reported. */
  async function sendAll() {
    if (sending) return;
    sending = true;
    while ((queue.length > 0 || lost) && !closing.signal.aborted) {
      const batch = lost ? [`${self}\n${MISSED}`] : queue.splice(0, MOST_AT_ONCE);
      lost = false;
      const sent = await listener.notify(batch);
      if (!sent) dropQueue();
      await pause(sent ? SEND_EVERY_MS : RETRY_MS, closing.signal);
    }
    sending = false;
  }

  return {
    send(topic, text) {
      if (Buffer.byteLength(text) > LONGEST_TEXT || queue.length >= MOST_QUEUED) {
        log.warn({ topic, queued: queue.length }, 'Messages to other processes were dropped');
        dropQueue();
      } else queue.push(`${self}\n${topic}\n${text}`);
      void sendAll();
    },
    listen: (topic, each) => void listeners.set(topic, each),
    onSession: listener.onSession,
    async close() {
      const until = performance.now() + FLUSH_MS;
      while (sending && performance.now() < until) await pause(SEND_EVERY_MS, closing.signal);
      closing.abort();
      await listener.close();
    },
  };
}
