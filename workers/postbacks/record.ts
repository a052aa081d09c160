import { EventEmitter, once } from 'node:events';
import { mayBePoison } from '@crm/platform/failures/classify.ts';
import { pause, pauseAfter } from '@crm/platform/failures/pause.ts';
import type { Log } from '@crm/platform/log/log.ts';
import { outageLog } from '@crm/platform/log/outage.ts';
import { openWakeUp, type WakeUp } from '@crm/platform/runner/wake-up.ts';
import type { Pool } from 'pg';
import { countAttempt } from './results.ts';
import { settle } from './settle.ts';
import type { Settlement } from './settlement.ts';

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
 *
 * Results of postbacks whose circuits another transaction holds are written beside the others: only they wait for it, for
 * example while the reaction enqueues the deliveries of a tenant's bulk action. A newer result may then be written first:
 * deliveries of one lead still follow one another, and a circuit may count one failure more.
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
  const recorded = openWakeUp();
  /** Results of postbacks whose circuit another transaction held. */
  const late: Settlement[] = [];
  const delayed = openWakeUp();
  /** Results in the queues and in the running transactions. */
  let unwritten = 0;
  const written = new EventEmitter();
  const logFailure = outageLog(log, 'Results of deliveries could not be written; trying again');

  /** @returns the results that were left out, if it does not wait */
  async function write(
    batch: readonly Settlement[],
    { waits }: { waits: boolean },
  ): Promise<readonly Settlement[]> {
    let left: readonly Settlement[] = [];
    for (let failures = 0; ; failures += 1) {
      try {
        left = await settle(pool, batch, { waits });
        break;
      } catch (error) {
        if (mayBePoison(error)) {
          await writeEach(batch, error);
          return [];
        }
        logFailure({ err: error });
        if (signal.aborted && failures > 3) throw error;
        await pause(pauseAfter(failures), NEVER);
      }
    }
    if (left.length < batch.length) ended(batch.filter((each) => !left.includes(each)));
    return left;
  }

  function ended(results: readonly Settlement[]) {
    for (const each of results) countAttempt(each);
    unwritten -= results.length;
    committed(results);
    work.wake();
    written.emit('written');
  }

  /** Postgres rejects one of the results: writes the others, and schedules that delivery once more. */
  async function writeEach(batch: readonly Settlement[], error: unknown): Promise<void> {
    if (batch.length > 1) {
      for (const each of batch) await write([each], { waits: true });
      return;
    }
    const [one] = batch;
    if (!one || one.kind === 'held') throw error;
    const { delivery, payload } = one.claimed;
    const { correlationId } = payload;
    log.error({ err: error, delivery, correlationId }, 'The result of a delivery cannot be written');
    await write([held(one)], { waits: true });
  }

  /** Writes the results that need not wait. */
  async function writeOrDelay(batch: readonly Settlement[]): Promise<void> {
    const left = await write(batch, { waits: false });
    if (left.length === 0) return;
    late.push(...left);
    delayed.wake();
  }

  /** Waits if it can write none of them: most of the other transactions have ended by now. */
  async function writeLate(batch: readonly Settlement[]): Promise<void> {
    const left = await write(batch, { waits: false });
    if (left.length < batch.length) late.push(...left);
    else await write(left, { waits: true });
  }

  async function run() {
    const allSeen = new AbortController();
    await Promise.all([
      drain(queue, recorded, signal, writeOrDelay).finally(() => allSeen.abort()),
      drain(late, delayed, allSeen.signal, writeLate),
    ]);
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

/** Writes batches of a queue until the signal aborts and the queue is empty. */
async function drain(
  queue: Settlement[],
  added: WakeUp,
  signal: AbortSignal,
  write: (batch: readonly Settlement[]) => Promise<void>,
): Promise<void> {
  while (!signal.aborted || queue.length > 0) {
    if (queue.length === 0) await added.sleep(60_000, signal);
    else if (queue.length < MOST_AT_ONCE && !signal.aborted) await pause(GATHER_MS, signal);
    const batch = queue.splice(0, MOST_AT_ONCE);
    if (batch.length > 0) await write(batch);
  }
}

const NEVER = new AbortController().signal;

/** The delivery is sent again in 10 minutes, without using up an attempt. */
const held = ({ claimed }: Settlement): Settlement => ({ claimed, kind: 'held', delayMs: 10 * 60_000 });
