import { userDirectory } from '../access/user-directory.ts';
import { START } from '../event-store/port.ts';
import { retryOutages } from '../failures/retry-outages.ts';
import { register } from '../runner/checkpoint.ts';
import { untilReached } from '../runner/progress.ts';
import { run } from '../runner/run.ts';
import type { Foundation } from './foundation.ts';

/**
 * Keeps the user directory in every process that checks sessions; one of them leads. So each of them can start alone and
 * in any order. The stopper waits for the running batch.
 *
 * @returns when the directory shows all events that the store has at the call: sessions can be checked
 */
export async function startUserDirectory(foundation: Foundation): Promise<void> {
  const { pools, leadership, store, storeReady, progress, readiness, log, stopping } = foundation;
  const { signal, onStop } = stopping;
  await storeReady;
  readiness.waitFor('The user directory is being brought up to date');
  const outlasting = <T>(work: () => Promise<T>) =>
    retryOutages('The user directory cannot be read yet; trying again', work, { log, signal });
  await outlasting(() => register(pools.projections, userDirectory.name, userDirectory.version, START));
  const running = run(userDirectory, { pool: pools.projections, leadership, store, progress, log, signal });
  onStop('user directory', () => running);
  await untilReached(progress, [userDirectory.name], await outlasting(() => store.head()), signal);
}
