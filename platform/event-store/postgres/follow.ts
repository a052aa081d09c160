import { pause, pauseAfter } from '../../failures/pause.ts';
import type { Log } from '../../log/log.ts';
import { type EventBatch, type ReadAll, StoreUnavailable } from '../port.ts';
import type { CommitSignal } from './commit-signal.ts';

export async function* follow(
  read: (options: ReadAll) => Promise<EventBatch>,
  commits: CommitSignal,
  log: Log | null,
  { signal, ...options }: ReadAll & { signal: AbortSignal },
): AsyncGenerator<EventBatch, void, void> {
  let after = options.after;
  let failures = 0;
  while (!signal.aborted) {
    const since = commits.count();
    let batch: EventBatch;
    try {
      batch = await read({ ...options, after });
      if (failures > 0) log?.info('The event store can be read again');
      failures = 0;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      if (failures === 0)
        log?.warn({ err: error }, 'The event store cannot be read; the subscription tries again');
      await pause(pauseAfter(failures), signal);
      failures += 1;
      continue;
    }
    if (signal.aborted) return;
    if (batch.upTo > after) {
      after = batch.upTo;
      yield batch;
    } else {
      await commits.wait(since, signal);
    }
  }
}
