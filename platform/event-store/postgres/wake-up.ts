import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { pauseAfter } from '../pause.ts';

const CHANNEL = 'event_store';
const NOTIFY_EVERY_MS = 10;
const END_MS = 1_000;

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
  let saying = false;

  function wake() {
    count += 1;
    const woken = waiting;
    waiting = new Set();
    for (const go of woken) go();
  }

  function committed() {
    wake();
    unsaid = true;
    if (!saying) void say();
  }

  /** Once now, and again after a while if there was more in the meantime. */
  async function say() {
    saying = true;
    while (unsaid && !stop.signal.aborted) {
      unsaid = false;
      await client?.query('select pg_notify($1, $2)', [CHANNEL, self]).catch(() => {}); // the loop below sees what is lost
      await sleep(NOTIFY_EVERY_MS, undefined, { signal: stop.signal }).catch(() => {});
    }
    saying = false;
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
    const stopped = once(stop.signal, 'abort');
    for (let failures = 0; !stop.signal.aborted; failures += 1) {
      const made = new Client({
        connectionString: url,
        application_name: 'event store wake-up',
        connectionTimeoutMillis: 3_000,
        keepAlive: true,
        options: '-c synchronous_commit=off', // a lost hint costs a poll's time; an fsync for it would cost everybody's
      });
      const ended = new Promise<void>((resolve) => made.once('end', resolve));
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
        await Promise.race([ended, stopped]);
      } catch {
        // Not to be reached now; the followers' polls go on.
      }
      client = null;
      await Promise.race([made.end().catch(() => {}), sleep(END_MS, undefined, { ref: false })]);
      await sleep(pauseAfter(failures), undefined, { signal: stop.signal }).catch(() => {});
    }
  }

  const listening = listen();

  async function close() {
    stop.abort();
    wake();
    await listening;
  }

  return { count: () => count, committed, wait, close };
}
