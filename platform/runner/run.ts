import type { Db } from '../postgres/transaction.ts';
import { claim, LeadershipLost } from './checkpoint.ts';
import { withConnection } from './connection.ts';
import { pause, pauseAfter } from './failure.ts';
import { follow } from './follow.ts';
import type { RunOptions, Subscription } from './subscription.ts';

/**
 * Follows the store for one subscription until the signal aborts. Of all processes that run the same name one
 * leads (a session's advisory lock), the others wait and take over within half a second. An outage is waited out.
 */
export async function run<R>(subscription: Subscription<R>, options: RunOptions): Promise<void> {
  const { name } = subscription;
  const { signal, log } = options;
  for (let failures = 0; !signal.aborted; ) {
    try {
      await withConnection(options.pool, (client, lost) => lead(subscription, client, lost, options));
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ subscription: name, err: error }, 'runner interrupted; it comes back');
      await pause(pauseAfter(failures++), signal);
    } finally {
      options.progress.led(name, false);
    }
  }
}

/** Waits to lead, leads, and returns once the signal or the connection ends. */
async function lead<R>(subscription: Subscription<R>, client: Db, lost: AbortSignal, options: RunOptions) {
  const { name, version } = subscription;
  const { signal, log, progress } = options;
  const ended = AbortSignal.any([signal, lost]);
  while (!signal.aborted) {
    const checkpoint = (await lock(client, name)) ? await claim(client, name, version) : null;
    if (!checkpoint) {
      await client.query('select pg_advisory_unlock_all()'); // another version's turn
      await pause(250 + Math.random() * 250, ended);
      if (lost.aborted) throw new Error('connection lost');
      continue;
    }
    log.info({ subscription: name, generation: checkpoint.generation, epoch: checkpoint.epoch }, 'leading');
    progress.moved(name, checkpoint.position);
    progress.led(name, true);
    subscription.leading?.();
    try {
      await follow(subscription, client, lost, checkpoint, options);
    } catch (error) {
      if (!(error instanceof LeadershipLost)) throw error;
      log.info({ subscription: name }, 'another generation or leader took over');
      progress.led(name, false);
    }
    if (lost.aborted) throw new Error('connection lost');
  }
}

/** Held by the session until it ends. Tried, not waited for: a waiting statement would hold back vacuum. */
async function lock(client: Db, name: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('runner ' || $1, 0)) as locked`,
    [name],
  );
  return rows[0]?.locked === true;
}
