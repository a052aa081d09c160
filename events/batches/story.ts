import { storiesOf } from '../test/story.ts';
import { type BatchCommand, batchDecider } from './decide.ts';
import type { BatchEvent } from './events.ts';

/** Test fixtures for batches. */
export const given = storiesOf(batchDecider);

type Started = Extract<BatchEvent, { type: 'BatchStarted' }>['data'];

const work: Started = {
  kind: 'lead-status',
  title: 'Update status of 3 leads to hold',
  total: 3,
  task: { to: 'hold' },
  undoable: true,
  undoes: null,
};
const none = { successful: 0, skipped: 0, failed: 0 };
export const ended = {
  outcome: 'done',
  done: 3,
  total: 3,
  counts: { ...none, successful: 3 },
  result: null,
  message: null,
} as const;

export const start = (more: Partial<Started> = {}): BatchCommand => ({
  type: 'StartBatch',
  ...work,
  ...more,
});
export const started = (more: Partial<Started> = {}): BatchEvent => ({
  type: 'BatchStarted',
  data: { ...work, ...more },
});
export const progress = { done: 1, total: 3, counts: { ...none, successful: 1 } };
export const progressed = (): BatchEvent => ({ type: 'BatchProgressed', data: progress });
export const finished = (): BatchEvent => ({ type: 'BatchFinished', data: ended });
