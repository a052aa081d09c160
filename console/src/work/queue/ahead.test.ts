import type { QueuedLead, WorkQueue } from '@crm/contracts/work/work.ts';
import { expect, test } from 'vitest';
import { type AnsweredQueue, leadsAhead, leadToTake } from './ahead.ts';
import type { FinishedLead, Steps } from './steps.ts';

// Casts: only the ids of leads decide.
const queued = (id: string) => ({ lead: { _id: id } }) as QueuedLead;

function queueOf(position: string | null, ids: readonly string[], { stale = false } = {}): AnsweredQueue {
  const [current, ...next] = ids.map(queued);
  return { data: { current, next } as AnsweredQueue['data'], position, stale };
}
const idle: Steps = { running: 0, finished: [], upNext: null };
const answered: FinishedLead = { id: 'a', kind: 'answered', position: '05' };
const shown = (queue: AnsweredQueue, steps: Partial<Steps>) =>
  leadsAhead(queue, { ...idle, ...steps }).map(({ lead }) => lead._id);

test.each<[string, FinishedLead, AnsweredQueue, boolean]>([
  ['its command has no answer yet', { id: 'a', kind: 'sending' }, queueOf('09', ['a', 'b']), false],
  ['the queue does not include the answer', answered, queueOf('04', ['a', 'b']), false],
  ['the queue is known to include nothing', answered, queueOf(null, ['a', 'b']), false],
  ['the queue is behind', answered, queueOf('05', ['a', 'b'], { stale: true }), false],
  ['the queue includes the answer: the lead is due again', answered, queueOf('05', ['a', 'b']), true],
  ['no answer has a position', { ...answered, position: null }, queueOf(null, ['a', 'b']), true],
])('a finished lead when %s', (_, finished, queue, isShown) => {
  expect(shown(queue, { finished: [finished] })).toEqual(isShown ? ['a', 'b'] : ['b']);
});

test('the lead that followed stays first until it is taken, and not longer', () => {
  const before = queueOf('04', ['a', 'urgent', 'b']);
  expect(shown(before, { finished: [answered], upNext: 'b' })).toEqual(['b', 'urgent']);
  const waiting = { ...queueOf('05', []), data: { ...before.data, current: null } };
  expect(shown(waiting, { finished: [answered], upNext: 'b', running: 1 })).toEqual(['b', 'urgent']);
  expect(shown(queueOf('06', ['b', 'urgent']), { finished: [answered], upNext: 'b' })).toEqual([
    'b',
    'urgent',
  ]);
  expect(shown(waiting, { finished: [answered], upNext: 'b' })).toEqual(['urgent', 'b']);
});

test('a taken lead stays on screen while the queue is behind', () => {
  const urgentFirst = queueOf('04', ['', 'urgent', 'b']).data;
  const behind = { data: { ...urgentFirst, current: null }, position: '04', stale: true };
  expect(shown(behind, { upNext: 'b' })).toEqual(['b', 'urgent']);
});

test('a lead is taken when the one on screen is not, and not on a break', () => {
  const [taken, next] = [queued('a'), queued('b')];
  const queue = { current: taken, isOnBreak: false, candidates: ['b', 'c'] } as WorkQueue;
  expect(leadToTake(queue, taken)).toBeUndefined();
  expect(leadToTake(queue, next), 'the operator has finished the taken one').toBe('b');
  expect(leadToTake({ ...queue, current: null }, null)).toBe('b');
  expect(leadToTake({ ...queue, candidates: [] }, next)).toBeUndefined();
  expect(leadToTake({ ...queue, isOnBreak: true }, next)).toBeUndefined();
});
