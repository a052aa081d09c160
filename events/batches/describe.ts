import type { Descriptions } from '../language/describe.ts';
import type { BatchCounts, BatchEvent } from './events.ts';

type Finished = Extract<BatchEvent, { type: 'BatchFinished' }>['data'];

const outcomes: Record<Finished['outcome'], string> = {
  done: 'Batch finished',
  failed: 'Batch failed',
  cancelled: 'Batch cancelled',
};

/** Each event of a batch for people. Task and result are left out: each kind of batch stores its own data in them. */
export const batchDescriptions: Descriptions<BatchEvent> = {
  BatchStarted: ({ title }) => ({ text: `Batch started: ${title}`, changes: [] }),
  BatchProgressed: (data) => ({ text: `Batch progressed: ${progressOf(data)}`, changes: [] }),
  BatchPaused: () => ({ text: 'Batch paused', changes: [] }),
  BatchResumed: () => ({ text: 'Batch resumed', changes: [] }),
  BatchCancelRequested: () => ({ text: 'Cancellation of the batch requested', changes: [] }),
  BatchFinished: (data) => ({
    text: `${outcomes[data.outcome]}: ${progressOf(data)}`,
    changes: [],
    reason: data.message,
  }),
  BatchUndoStarted: () => ({ text: 'Undo of the batch started', changes: [] }),
};

/** '1,000 of 3,000 processed (998 successful, 0 skipped, 2 failed)'. */
function progressOf({ done, total, counts }: Pick<Finished, 'done' | 'total' | 'counts'>): string {
  const processed = total === null ? inDigits(done) : `${inDigits(done)} of ${inDigits(total)}`;
  return `${processed} processed (${countsOf(counts)})`;
}

const countsOf = ({ successful, skipped, failed }: BatchCounts): string =>
  `${inDigits(successful)} successful, ${inDigits(skipped)} skipped, ${inDigits(failed)} failed`;

const inDigits = (count: number): string => count.toLocaleString('en');
