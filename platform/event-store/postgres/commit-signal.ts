import { randomUUID } from 'node:crypto';
import { pause } from '../../failures/pause.ts';
import { openListener } from '../../postgres/listener.ts';

const CHANNEL = 'event_store';
const NOTIFY_EVERY_MS = 10;
/** Time between two polls, a quarter more or less, so that processes do not poll in step. */
const POLL_MS = 1_000;

export type CommitSignal = {
  /** Number of commits that this process knows of. Read it before a read, so that no commit in between is missed. */
  count(): number;
  /** Call after a commit: wakes the consumers of this process now, those of other processes within 10 ms. */
  committed(): void;
  /** Resolves when the count differs from `since`, at the next poll, or when the signal aborts. Never rejects. */
  wait(since: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
};

/**
 * Wakes consumers when there are new events. A lost signal costs only time, because consumers also poll. Between
 * processes it uses NOTIFY, on its own connection and after the commit: inside an append, NOTIFY would take a lock on
 * the whole Postgres instance.
 *
 * @param othersMayHaveCommitted called before a wake-up for commits of other processes
 * @param connected called when its connection was opened, also again: after an outage, it may be to another host
 */
export function openCommitSignal(
  url: string,
  othersMayHaveCommitted: () => void,
  connected: () => void,
): CommitSignal {
  const self = randomUUID();
  const stop = new AbortController();
  let count = 0;
  let waiting = new Set<() => void>();
  let polling: NodeJS.Timeout | null = null;
  let pending = false;
  let sending = false;

  function wake() {
    count += 1;
    release();
  }

  function release() {
    if (polling) clearTimeout(polling);
    polling = null;
    const woken = waiting;
    waiting = new Set();
    for (const go of woken) go();
  }

  function wakeForOthers() {
    othersMayHaveCommitted();
    wake();
  }

  function committed() {
    wake();
    pending = true;
    if (!sending) void send();
  }

  /** Sends at once, and again after a pause if there were commits in the meantime. */
  async function send() {
    sending = true;
    while (pending && !stop.signal.aborted) {
      pending = false;
      await listener.notify([self]);
      await pause(NOTIFY_EVERY_MS, stop.signal);
    }
    sending = false;
  }

  /** All consumers poll together, with one timer and one read: with a timer each, they woke an idle process 30 times a second. */
  function wait(since: number, signal: AbortSignal): Promise<void> {
    if (count !== since || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const go = () => {
        waiting.delete(go);
        signal.removeEventListener('abort', go);
        resolve();
      };
      signal.addEventListener('abort', go);
      waiting.add(go);
      polling ??= setTimeout(release, POLL_MS * (0.75 + Math.random() / 2));
    });
  }

  const listener = openListener({
    url,
    channel: CHANNEL,
    applicationName: 'event store wake-up',
    received: (from) => {
      if (from !== self) wakeForOthers();
    },
    connected() {
      connected();
      wakeForOthers(); // notifications may have been missed without a connection
    },
  });

  async function close() {
    stop.abort();
    wake();
    await listener.close();
  }

  return { count: () => count, committed, wait, close };
}
