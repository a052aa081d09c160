import type { Log } from '../log/log.ts';
import { outageLog } from '../log/outage.ts';
import { isUnavailable } from './classify.ts';
import { pause, pauseAfter } from './pause.ts';

type Retrying = { log: Log; signal: AbortSignal };

/**
 * Runs work again until it succeeds. An outage of Postgres or of the event store is logged with `message`; any other
 * error is thrown, and the signal's reason when it aborts.
 */
export async function retryOutages<T>(
  message: string,
  work: () => Promise<T>,
  { log, signal }: Retrying,
): Promise<T> {
  const logOutage = outageLog(log, message);
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      logOutage({ err: error });
      await pause(pauseAfter(failures), signal);
    }
  }
}

/** Like `retryOutages`, for work without a result: just ends when the signal aborts. */
export async function retryOutagesUntilAborted(
  message: string,
  work: () => Promise<unknown>,
  { log, signal }: Retrying,
): Promise<void> {
  await retryOutages(message, work, { log, signal }).catch((error) => {
    if (error !== signal.reason) throw error;
  });
}
