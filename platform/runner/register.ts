import { type Position, START } from '../event-store/port.ts';
import { retryOutagesUntilAborted } from '../failures/retry-outages.ts';
import { register } from './checkpoint.ts';
import type { Consumer, RunOptions } from './consumer.ts';

/**
 * Registers a consumer that is no projection, before it runs; retries while Postgres or the event store is unavailable.
 * @param startsAt where a new one begins; default: at the beginning of history
 */
export function registerConsumer(
  { name, version }: Pick<Consumer<never>, 'name' | 'version'>,
  { pool, log, signal }: Pick<RunOptions, 'pool' | 'log' | 'signal'>,
  startsAt: () => Promise<Position> = async () => START,
): Promise<void> {
  return retryOutagesUntilAborted(
    `Consumer ${name} cannot begin yet; trying again`,
    async () => register(pool, name, version, await startsAt()),
    { log, signal },
  );
}
