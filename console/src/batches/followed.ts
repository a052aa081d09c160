import type { Batch } from '@crm/contracts/batches/batches.ts';
import { isRunning } from './labels.ts';

/** Beyond this number of running batches, the end of the oldest is not announced. */
export const MOST_FOLLOWED = 50;

export type Followed = {
  /** Batches that were running and have ended. */
  ended: readonly Batch[];
  /** Ids of the running batches, the newest first. */
  running: readonly string[];
};

/** Compares the batches that were running with their current states; a batch without one counts as running. */
export function follow(before: readonly string[], batches: readonly Batch[]): Followed {
  const now = new Map(batches.map((batch) => [batch._id, batch]));
  const unknown = before.filter((id) => !now.has(id));
  const running = batches.filter(isRunning).map(({ _id }) => _id);
  return {
    ended: batches.filter((batch) => before.includes(batch._id) && !isRunning(batch)),
    running: [...running, ...unknown].slice(0, MOST_FOLLOWED),
  };
}
