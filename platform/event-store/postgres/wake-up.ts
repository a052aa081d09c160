import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { pauseAfter } from './pause.ts';

const CHANNEL = 'event_store';
const NOTIFY_EVERY_MS = 10;

export type WakeUp = {
  /** Counts commits that this process knows of; take it before a read, so that none in between is missed. */
  count(): number;
  /** Something was committed here: wakes the followers of this process now, those of others within 10 ms. */
  committed(): void;
  /** Resolves when the count is no longer `since`, after `ms`, or when the signal aborts. Never rejects. */
  wait(since: number, ms: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
};

/**
 * Tells followers that there is more to read. Only a hint: they also poll, so that a lost one costs time alone.
 * Across processes by NOTIFY, from a connection of its own and after the commit: inside an append it would take
 * a lock of the whole instance.
 */
export function wakeUp(url: string): WakeUp {
  const self = randomUUID();
  const stop = new AbortController();
  let count = 0;
  let waiting = new Set<() => void>();
  let unsaid = false;
  let client: Client | null = null;
  let saying: NodeJS.Timeout | null = null;

  function wake() {
    count += 1;
    const woken = waiting;
    waiting = new Set();
    for (const go of woken) go();
  }

  function committed() {
    wake();
    unsaid = true;
    saying ??= setTimeout(say, 0);
  }

  /** Once now, and again after a while if there was more in the meantime. */
  function say() {
    saying = null;
    if (!unsaid || stop.signal.aborted) return;
    unsaid = false;
    client?.query('select pg_notify($1, $2)', [CHANNEL, self]).catch(() => {}); // the loop below sees the lost connection
    saying = setTimeout(say, NOTIFY_EVERY_MS);
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

  async function listen() {
    for (let failures = 0; !stop.signal.aborted; failures += 1) {
      // A lost notification costs a poll's time, and a commit without an fsync less of everybody's.
      const made = new Client({
        connectionString: url,
        application_name: 'event store wake-up',
        options: '-c synchronous_commit=off',
      });
      const ended = once(made, 'end').catch(() => {});
      made.on('error', () => {}); // 'end' follows
      made.on('notification', ({ payload }) => {
        if (payload !== self) wake();
      });
      try {
        await made.connect();
        await made.query(`listen ${CHANNEL}`);
        failures = 0;
        client = made;
        wake(); // what was said while nobody listened
        await Promise.race([ended, once(stop.signal, 'abort')]);
      } catch {
        // Not to be reached now; the followers' polls go on.
      }
      client = null;
      await made.end().catch(() => {});
      await sleep(pauseAfter(failures), undefined, { signal: stop.signal }).catch(() => {});
    }
  }

  const listening = listen();

  async function close() {
    stop.abort();
    if (saying) clearTimeout(saying);
    wake();
    await listening;
  }

  return { count: () => count, committed, wait, close };
}
