import { setTimeout as sleep } from 'node:timers/promises';
import { type Batch, type ReadAll, StoreUnavailable } from '../port.ts';
import { pauseAfter } from './pause.ts';
import type { WakeUp } from './wake-up.ts';

const POLL_MS = 1_000;

/** The port's `follow`, over a read and the wake-up. */
export async function* follow(
  read: (options: ReadAll) => Promise<Batch>,
  wakeUp: WakeUp,
  { signal, ...options }: ReadAll & { signal: AbortSignal },
): AsyncGenerator<Batch, void, void> {
  let after = options.after;
  let failures = 0;
  while (!signal.aborted) {
    const since = wakeUp.count();
    let batch: Batch;
    try {
      batch = await read({ ...options, after });
      failures = 0;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await sleep(pauseAfter(failures), undefined, { signal }).catch(() => {});
      failures += 1;
      continue;
    }
    if (signal.aborted) return;
    if (batch.upTo > after) {
      after = batch.upTo;
      yield batch;
    } else {
      await wakeUp.wait(since, POLL_MS * (0.75 + Math.random() / 2), signal);
    }
  }
}
