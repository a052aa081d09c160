import { expect, test } from 'vitest';
import { described } from '../test/described.ts';
import { batchDescriptions } from './describe.ts';
import type { BatchEvent } from './events.ts';
import { progressed, started } from './story.ts';

const counts = { successful: 1998, skipped: 1, failed: 1 };
const finished = { done: 2000, total: null, counts, result: null, message: null };

test.each<{ event: BatchEvent; lines: string[] }>([
  { event: started({ title: 'Upload leads.csv' }), lines: ['Batch started: Upload leads.csv'] },
  {
    event: progressed(),
    lines: ['Batch progressed: 1 of 3 processed (1 successful, 0 skipped, 0 failed)'],
  },
  { event: { type: 'BatchPaused', data: {} }, lines: ['Batch paused'] },
  { event: { type: 'BatchResumed', data: {} }, lines: ['Batch resumed'] },
  { event: { type: 'BatchCancelRequested', data: {} }, lines: ['Cancellation of the batch requested'] },
  {
    event: { type: 'BatchFinished', data: { ...finished, outcome: 'done' } },
    lines: ['Batch finished: 2,000 processed (1,998 successful, 1 skipped, 1 failed)'],
  },
  {
    event: { type: 'BatchFinished', data: { ...finished, outcome: 'failed', message: 'The file is gone' } },
    lines: [
      'Batch failed: 2,000 processed (1,998 successful, 1 skipped, 1 failed)',
      'Reason: The file is gone',
    ],
  },
  {
    event: { type: 'BatchUndoStarted', data: { undo: '11111111-1111-4111-8111-111111111111' } },
    lines: ['Undo of the batch started'],
  },
])('describes $event.type', ({ event, lines }) => expect(described(batchDescriptions, event)).toEqual(lines));

test('does not show the task and the result of a batch, which may contain anything', () => {
  const secret = { token: 'hidden' };
  const events: BatchEvent[] = [
    started({ task: secret }),
    { type: 'BatchFinished', data: { ...finished, outcome: 'done', result: secret } },
  ];
  for (const event of events) expect(described(batchDescriptions, event).join()).not.toContain('hidden');
});
