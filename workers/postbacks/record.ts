import type { Log } from '@crm/platform/log/log.ts';
import { mayBePoison, pause, pauseAfter } from '@crm/platform/runner/failure.ts';
import type { Pool } from 'pg';
import { type Bell, bell } from './bell.ts';
import { type Settlement, settle } from './settle.ts';

/** As many results go down in one transaction; what comes in during one goes down with the next. */
const MOST_AT_ONCE = 250;
/** Waited for more to come, so that a commit is worth its trip to the disk. */
const GATHER_MS = 8;

/**
 * Writes results down, many at a time, until the signal aborts and the last is written. An outage is waited out with the
 * results in memory; if it lasts longer than this process, the deliveries are made again.
 */
export function openRecorder(options: {
  pool: Pool;
  log: Log;
  /** Rung after each commit: the next of a lead may go. */
  work: Bell;
  committed: (settlements: readonly Settlement[]) => void;
  signal: AbortSignal;
}) {
  const { pool, log, work, committed, signal } = options;
  const waiting: Settlement[] = [];
  const news = bell();

  async function write(batch: readonly Settlement[]): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      try {
        await settle(pool, batch);
        break;
      } catch (error) {
        if (mayBePoison(error)) return writeEach(batch, error);
        log.warn({ err: error }, 'What became of deliveries could not be written; trying again');
        if (signal.aborted && failures > 3) throw error;
        await pause(pauseAfter(failures), NEVER);
      }
    }
    committed(batch);
    work.ring();
  }

  /** Postgres refuses one of them: the others are written, and that delivery is made again in a while. */
  async function writeEach(batch: readonly Settlement[], error: unknown): Promise<void> {
    if (batch.length > 1) {
      for (const each of batch) await write([each]);
      return;
    }
    const [one] = batch;
    if (!one || one.kind === 'held') throw error;
    log.error({ err: error, delivery: one.claimed.delivery }, 'The result of a delivery cannot be written');
    await write([held(one)]);
  }

  /** Until the signal, and until nothing waits any more. */
  async function run() {
    while (!signal.aborted || waiting.length > 0) {
      if (waiting.length === 0) await news.sleep(60_000, signal);
      else if (waiting.length < MOST_AT_ONCE && !signal.aborted) await pause(GATHER_MS, signal);
      const batch = waiting.splice(0, MOST_AT_ONCE);
      if (batch.length > 0) await write(batch);
    }
  }

  return {
    record: (settlement: Settlement) => {
      waiting.push(settlement);
      news.ring();
    },
    run,
  };
}

const NEVER = new AbortController().signal;

/** To be made again in a while. */
const held = ({ claimed }: Settlement): Settlement => ({ claimed, kind: 'held', delayMs: 10 * 60_000 });
