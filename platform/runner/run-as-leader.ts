import { isUnavailable } from '../failures/classify.ts';
import { pause, pauseAfter } from '../failures/pause.ts';
import { outageLog } from '../log/outage.ts';
import { type Checkpoint, claim, LeadershipLost } from './checkpoint.ts';
import type { Consumer, RunOptions } from './consumer.ts';

/** A consumer that this process tries to lead. */
type Candidate = Pick<Consumer<never>, 'name' | 'version' | 'leading'>;
export type LeaderOptions = Omit<RunOptions, 'store'>;
/** Works from a checkpoint on, until the signal of the options or `lost` aborts. May throw LeadershipLost. */
export type Work = (from: Checkpoint, lost: AbortSignal) => Promise<void>;

/**
 * Does the work of a checkpoint in one of the processes that call this, until the signal aborts. When that process ends,
 * another takes over within half a second. An outage only delays the work.
 */
export async function runAsLeader(consumer: Candidate, options: LeaderOptions, work: Work): Promise<void> {
  const { signal, log, leadership } = options;
  const interrupted = 'A consumer was interrupted; trying again';
  const logOutage = outageLog(log, interrupted);
  for (let failures = 0; !signal.aborted; ) {
    try {
      const wasLeader = await leadOnce(consumer, options, work);
      failures = 0;
      if (!wasLeader) await pause(leadership.untilNextTry(), signal);
    } catch (error) {
      if (signal.aborted) break;
      const fields = { consumer: consumer.name, err: error };
      if (isUnavailable(error)) logOutage(fields);
      else log.warn(fields, interrupted);
      await pause(pauseAfter(failures++), signal);
    }
  }
  await leadership.leave(consumer.name).catch(() => {}); // while Postgres is away, no lock is held
}

/**
 * Leads until the signal aborts or the leadership is lost.
 * @returns false when another process leads, or when no generation of this version is live
 */
async function leadOnce(
  { name, version, leading }: Candidate,
  options: LeaderOptions,
  work: Work,
): Promise<boolean> {
  const { pool, log, progress, leadership } = options;
  const lock = await leadership.tryToLead(name);
  if (!lock) return false;
  try {
    const checkpoint = await claim(pool, name, version);
    if (!checkpoint) return false;
    log.info({ consumer: name, generation: checkpoint.generation, epoch: checkpoint.epoch }, 'leading');
    progress.moved(name, checkpoint.position);
    progress.setLedHere(name, true);
    leading?.();
    await work(checkpoint, lock.lost);
    return true;
  } catch (error) {
    if (!(error instanceof LeadershipLost)) throw error;
    log.info({ consumer: name }, 'another generation or leader took over');
    return true;
  } finally {
    progress.setLedHere(name, false);
    await lock.giveUp();
  }
}
