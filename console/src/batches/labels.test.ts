import type { Batch } from '@crm/contracts/batches/batches.ts';
import { expect, test } from 'vitest';
import { countsOf, outcomeOf, progressOf, shareOf, stateAndProgressOf, stateOf, timeLeft } from './labels.ts';

const batch: Batch = {
  _id: 'b1',
  kind: 'lead-status',
  title: 'Update status of 10,000 leads to hold',
  state: 'running',
  paused: false,
  cancelling: false,
  done: 2500,
  total: 10_000,
  counts: { successful: 2450, skipped: 40, failed: 10 },
  createdAt: '2026-11-20T10:00:00.000Z',
  createdBy: { _id: 'u1', fullName: 'Anita' },
  startedAt: '2026-11-20T10:00:01.000Z',
  finishedAt: null,
  result: null,
  message: null,
  undoable: true,
  undoes: null,
  undoneBy: null,
};

test('names the state', () => {
  const texts = [
    {},
    { paused: true },
    { paused: true, cancelling: true },
    { state: 'queued' as const },
    { state: 'cancelled' as const },
  ].map((more) => stateOf({ ...batch, ...more }).text);
  expect(texts).toEqual(['Running', 'Paused', 'Cancelling', 'Waiting', 'Cancelled']);
});

test('shows progress, also with an unknown total', () => {
  expect(progressOf(batch)).toBe('2,500 of 10,000');
  expect(progressOf({ done: 7, total: null })).toBe('7');
  expect(stateAndProgressOf(batch)).toBe('Running · 2,500 of 10,000');
  expect(stateAndProgressOf({ ...batch, done: 0, total: null })).toBe('Running');
  expect([shareOf(batch), shareOf({ done: 7, total: null }), shareOf({ done: 0, total: 0 })]).toEqual([
    0.25,
    null,
    null,
  ]);
  expect(countsOf(batch)).toBe('2,450 done, 40 skipped, 10 failed');
  expect(countsOf({ counts: { successful: 3, skipped: 0, failed: 0 } })).toBe('3 done');
});

test('estimates the remaining time', () => {
  const after = (seconds: number) => new Date(Date.parse('2026-11-20T10:00:01.000Z') + seconds * 1000);
  expect(timeLeft(batch, after(10))).toBe('about 30 s left');
  expect(timeLeft(batch, after(100))).toBe('about 5 min left');
  expect(timeLeft(batch, after(1))).toBeNull();
  expect(timeLeft({ ...batch, paused: true }, after(10))).toBeNull();
});

test("shows the batch's own outcome message, else its counts", () => {
  const ended = { ...batch, state: 'done' as const };
  expect(outcomeOf(ended)).toBe('2,450 done, 40 skipped, 10 failed');
  expect(outcomeOf({ ...ended, result: { message: 'Status update completed' } })).toBe(
    'Status update completed',
  );
  expect(outcomeOf({ ...ended, state: 'failed', message: 'It broke' })).toBe('It broke');
  expect(outcomeOf({ ...ended, state: 'cancelled' })).toContain('Everything done before that is kept.');
  const none = { successful: 0, skipped: 0, failed: 0 };
  expect(outcomeOf({ ...ended, state: 'cancelled', counts: none })).toBe('Cancelled. Nothing was changed.');
});
