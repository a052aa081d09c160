import type { Batch } from '@crm/contracts/batches/batches.ts';
import { expect, test } from 'vitest';
import { follow, MOST_FOLLOWED } from './followed.ts';

// Only the fields that tell a running batch from an ended one.
const batch = (_id: string, state: Batch['state']) => ({ _id, state }) as Batch;
const newer = Array.from({ length: 8 }, (_, n) => batch(`newer-${n}`, 'running'));

test('a batch ends once, when it is no longer running', () => {
  const { running } = follow([], [batch('a', 'running'), batch('b', 'done')]);
  expect(running).toEqual(['a']);
  const after = follow(running, [batch('a', 'done')]);
  expect(after.ended.map(({ _id }) => _id)).toEqual(['a']);
  expect(follow(after.running, [batch('a', 'done')]).ended).toEqual([]);
});

test('a running batch is followed when eight newer ones have taken its place among the latest', () => {
  const { running } = follow(['a'], newer);
  expect(running).toContain('a');
  expect(follow(running, [...newer, batch('a', 'failed')]).ended.map(({ _id }) => _id)).toEqual(['a']);
});

test('follows a bounded number of batches', () => {
  const many = Array.from({ length: MOST_FOLLOWED + 5 }, (_, n) => `batch-${n}`);
  expect(follow(many, []).running).toHaveLength(MOST_FOLLOWED);
});
