import { EventEmitter, once } from 'node:events';
import type { Log } from '@crm/platform/log/log.ts';
import { outageLog } from '@crm/platform/log/outage.ts';
import { mayBePoison, pause, pauseAfter } from '@crm/platform/runner/failure.ts';
import { openWakeUp, type WakeUp } from '@crm/platform/runner/wake-up.ts';
import type { Pool } from 'pg';
import { countAttempt } from './results.ts';
import { type Settlement, settle } from './settle.ts';

/** Maximum number of results in one transaction. */
const MOST_AT_ONCE = 250;
/** Pause that collects results for one commit. */
const GATHER_MS = 8;
/**
 * At this number of unwritten results, callers of `waitForRoom` stop claiming deliveries. Deliveries that are already
 * claimed add at most 506 results: 256 running requests and one batch of give-up.ts.
 */
const MOST_UNWRITTEN = 500;

export type Recorder = {
  /** Queues a result for writing; returns at once. */
  record: (settlement: Settlement) => void;
  /** Resolves when fewer than MOST_UNWRITTEN results are unwritten, or when the signal aborts. Never rejects. */
  waitForRoom: (signal: AbortSignal) => Promise<void>;
  /** Writes until the recorder's signal aborts and the queue is empty. */
  run: () => Promise<void>;
};

/**
 * Writes results of deliveries, many in one transaction. During an outage they stay in memory; if it outlasts this
 * process, the deliveries are sent again.
 */
export function openRecorder(options: {
  pool: Pool;
  log: Log;
  /** Signalled after each commit: the next delivery of a lead may be sent. */
  work: WakeUp;
  committed: (settlements: readonly Settlement[]) => void;
  signal: AbortSignal;
}): Recorder {
  const { pool, log, work, committed, signal } = options;
  const queue: Settlement[] = [];
  /** Results in the queue and in the running transaction. */
  let unwritten = 0;
  const recorded = openWakeUp();
  const written = new EventEmitter();
  const logFailure = outageLog(log, 'Results of deliveries could not be written; trying again');

  async function write(batch: readonly Settlement[]): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      try {
        await settle(pool, batch);
        break;
      } catch (error) {
        if (mayBePoison(error)) return writeEach(batch, error);
        logFailure({ err: error });
        if (signal.aborted && failures > 3) throw error;
        await pause(pauseAfter(failures), NEVER);
      }
    }
    for (const each of batch) countAttempt(each);
    committed(batch);
    work.wake();
  }

  /** Postgres rejects one of the results: writes the others, and schedules that delivery once more. */
  async function writeEach(batch: readonly Settlement[], error: unknown): Promise<void> {
    if (batch.length > 1) {
      for (const each of batch) await write([each]);
      return;
    }
    const [one] = batch;
    if (!one || one.kind === 'held') throw error;
    const { delivery, payload } = one.claimed;
    const { correlationId } = payload;
    log.error({ err: error, delivery, correlationId }, 'The result of a delivery cannot be written');
    await write([held(one)]);
  }

  async function run() {
    while (!signal.aborted || queue.length > 0) {
      if (queue.length === 0) await recorded.sleep(60_000, signal);
      else if (queue.length < MOST_AT_ONCE && !signal.aborted) await pause(GATHER_MS, signal);
      const batch = queue.splice(0, MOST_AT_ONCE);
      if (batch.length === 0) continue;
      await write(batch);
      unwritten -= batch.length;
      written.emit('written');
    }
  }

  return {
    record(settlement) {
      queue.push(settlement);
      unwritten += 1;
      recorded.wake();
    },
    async waitForRoom(until) {
      while (unwritten >= MOST_UNWRITTEN && !until.aborted)
        await once(written, 'written', { signal: until }).catch(() => {}); // rejects only when aborted
    },
    run,
  };
}

const NEVER = new AbortController().signal;

/** The delivery is sent again in 10 minutes, without using up an attempt. */
const held = ({ claimed }: Settlement): Settlement => ({ claimed, kind: 'held', delayMs: 10 * 60_000 });
