import { beforeEach, expect, test, vi } from 'vitest';
import { stubStorage } from '../../test/stubStorage.ts';
import { dropDraft, keepDraft, nameOfMany, readDraft } from './drafts.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z') });
  stubStorage();
});

test('keeps the newest values of each form until they are dropped', () => {
  keepDraft('ann', 'comment 1', { content: 'Call' });
  keepDraft('ann', 'comment 1', { content: 'Call again' });
  keepDraft('ann', 'status 1', { comment: 'Hold' });
  expect(readDraft('ann', 'comment 1')).toEqual({ content: 'Call again' });
  dropDraft('ann', 'comment 1');
  expect(readDraft('ann', 'comment 1')).toBeNull();
  expect(readDraft('ann', 'status 1')).toEqual({ comment: 'Hold' });
});

test('shows a draft only to the user who typed it, and drops it when another user types', () => {
  keepDraft('ann', 'comment 1', { content: 'Call' });
  expect(readDraft('bob', 'comment 1')).toBeNull();
  keepDraft('bob', 'comment 2', { content: 'Mine' });
  expect(readDraft('ann', 'comment 1')).toBeNull();
});

test('keeps at most 50 drafts, for three days, and none that is too long', () => {
  for (let n = 0; n < 51; n += 1) keepDraft('ann', `comment ${n}`, { content: 'x' });
  keepDraft('ann', 'long', { content: 'x'.repeat(10_001) });
  expect(readDraft('ann', 'comment 0')).toBeNull();
  expect(readDraft('ann', 'comment 50')).not.toBeNull();
  expect(readDraft('ann', 'long')).toBeNull();
  vi.setSystemTime(new Date('2026-03-05T08:59:59Z'));
  expect(readDraft('ann', 'comment 50')).not.toBeNull();
  vi.setSystemTime(new Date('2026-03-05T09:00:00Z'));
  expect(readDraft('ann', 'comment 50')).toBeNull();
});

test('names a selection by its ids, in any order', () => {
  const ids = Array.from(
    { length: 10_000 },
    (_, n) => `0d0b4f0a-0000-4000-8000-${String(n).padStart(12, '0')}`,
  );
  const name = nameOfMany(ids);
  expect(name.length).toBeLessThan(20);
  expect(nameOfMany(ids.toReversed())).toBe(name);
  expect(nameOfMany(ids.with(5000, '0d0b4f0a-0000-4000-8000-000000010000'))).not.toBe(name);
  expect(nameOfMany(ids.slice(1))).not.toBe(name);
});
