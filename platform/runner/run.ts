import { claim, LeadershipLost } from './checkpoint.ts';
import type { Consumer, RunOptions } from './consumer.ts';
import { pause, pauseAfter } from './failure.ts';
import { follow } from './follow.ts';

/** Pause between attempts to lead; randomly up to twice as long, so that processes do not align. */
const TRY_EVERY_MS = 250;

/**
 * Runs one consumer until the signal aborts. One of the processes with the same consumer leads; when it ends, another
 * takes over within half a second. An outage only delays the consumer.
 */
export async function run<R>(consumer: Consumer<R>, options: RunOptions): Promise<void> {
  const { signal, log, leadership } = options;
  for (let failures = 0; !signal.aborted; ) {
    try {
      const wasLeader = await lead(consumer, options);
      failures = 0;
      if (!wasLeader) await pause(TRY_EVERY_MS * (1 + Math.random()), signal);
    } catch (error) {
      if (signal.aborted) break;
      log.warn({ consumer: consumer.name, err: error }, 'A consumer was interrupted; trying again');
      await pause(pauseAfter(failures++), signal);
    }
  }
  await leadership.leave(consumer.name).catch(() => {}); // while Postgres is away, no lock is held
}

/**
 * Leads until the signal aborts or the leadership is lost.
 * @returns false when another process leads, or when no generation of this version is live
 */
async function lead<R>(consumer: Consumer<R>, options: RunOptions): Promise<boolean> {
  const { name, version } = consumer;
  const { pool, log, progress, leadership } = options;
  const won = await leadership.tryToLead(name);
  if (!won) return false;
  try {
    const checkpoint = await claim(pool, name, version);
    if (!checkpoint) return false;
    log.info({ consumer: name, generation: checkpoint.generation, epoch: checkpoint.epoch }, 'leading');
    progress.moved(name, checkpoint.position);
    progress.led(name, true);
    consumer.leading?.();
    await follow(consumer, checkpoint, won.lost, options);
    return true;
  } catch (error) {
    if (!(error instanceof LeadershipLost)) throw error;
    log.info({ consumer: name }, 'another generation or leader took over');
    return true;
  } finally {
    progress.led(name, false);
    await won.giveUp();
  }
}
