import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openListener } from '../../postgres/listener.ts';

const CHANNEL = 'event_store';
const NOTIFY_EVERY_MS = 10;

export type WakeUp = {
  /** Counts commits that this process knows of; take it before a read, so that none in between is missed. */
  count(): number;
  /** Call after a commit: wakes the followers of this process now, those of other processes within 10 ms. */
  committed(): void;
  /** Resolves when the count is no longer `since`, after `ms`, or when the signal aborts. Never rejects. */
  wait(since: number, ms: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
};

/**
 * Wakes followers when there is more to read. A lost wake-up costs only time, since followers also poll.
 * Between processes it uses NOTIFY, on a connection of its own and after the commit: inside an append it would take a
 * lock of the whole instance.
 */
export function wakeUp(url: string): WakeUp {
  const self = randomUUID();
  const stop = new AbortController();
  let count = 0;
  let waiting = new Set<() => void>();
  let pending = false;
  let sending = false;

  function wake() {
    count += 1;
    const woken = waiting;
    waiting = new Set();
    for (const go of woken) go();
  }

  function committed() {
    wake();
    pending = true;
    if (!sending) void send();
  }

  /** Sends at once, and again after a pause when there were commits in the meantime. */
  async function send() {
    sending = true;
    while (pending && !stop.signal.aborted) {
      pending = false;
      await listener.notify([self]);
      await sleep(NOTIFY_EVERY_MS, undefined, { signal: stop.signal }).catch(() => {});
    }
    sending = false;
  }

  function wait(since: number, ms: number, signal: AbortSignal): Promise<void> {
    if (count !== since || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const go = () => {
        waiting.delete(go);
        clearTimeout(timer);
        signal.removeEventListener('abort', go);
        resolve();
      };
      const timer = setTimeout(go, ms);
      signal.addEventListener('abort', go);
      waiting.add(go);
    });
  }

  const listener = openListener({
    url,
    channel: CHANNEL,
    applicationName: 'event store wake-up',
    received: (from) => {
      if (from !== self) wake();
    },
    connected: wake, // for notifications sent while there was no connection
  });

  async function close() {
    stop.abort();
    wake();
    await listener.close();
  }

  return { count: () => count, committed, wait, close };
}
