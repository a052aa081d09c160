import { describe, expect, test } from 'vitest';
import { ingestLimit } from './ingest-limit.ts';

/** How many of `n` leads pass at one moment. */
function passing(limit: ReturnType<typeof ingestLimit>, address: string, now: number, n: number): number {
  return Array.from({ length: n }, () => limit.take(address, now)).filter((wait) => wait === 0).length;
}

describe('five leads a second and address', () => {
  test('a burst of ten times that passes, and no more', () => {
    expect(passing(ingestLimit(5), 'a', 0, 100)).toBe(50);
  });

  test('after it five pass each second, never saved beyond the burst', () => {
    const limit = ingestLimit(5);
    passing(limit, 'a', 0, 50);
    expect(passing(limit, 'a', 1_000, 100)).toBe(5);
    expect(passing(limit, 'a', 3_000, 100)).toBe(10);
    expect(passing(limit, 'a', 3_600_000, 100)).toBe(50);
  });

  test('who is held is told how long, and is let in after it', () => {
    const limit = ingestLimit(0.5);
    passing(limit, 'a', 0, 5);
    const wait = limit.take('a', 0);
    expect(wait).toBe(2);
    expect(limit.take('a', wait * 1_000)).toBe(0);
  });

  test('being held costs nothing', () => {
    const limit = ingestLimit(5);
    passing(limit, 'a', 0, 1_000);
    expect(passing(limit, 'a', 1_000, 10)).toBe(5);
  });

  test('each address has its own', () => {
    const limit = ingestLimit(5);
    passing(limit, 'a', 0, 100);
    expect(passing(limit, 'b', 0, 100)).toBe(50);
  });
});

test('zero is no limit', () => expect(passing(ingestLimit(0), 'a', 0, 10_000)).toBe(10_000));

test('a flood of networks lets no other network through again, and does not grow for ever', () => {
  const limit = ingestLimit(1);
  passing(limit, 'a', 0, 100);
  for (let n = 0; n < 60_000; n += 1) limit.take(`network ${n}`, 1);
  expect(limit.take('a', 1)).toBeGreaterThan(0);
  expect(limit.networks()).toBeLessThanOrEqual(50_000);
});

test('networks that a full table cannot count share one bucket', () => {
  const limit = ingestLimit(1);
  for (let n = 0; n < 50_000; n += 1) limit.take(`network ${n}`, 0);
  const passed = Array.from({ length: 1_000 }, (_, n) => limit.take(`later ${n}`, 1)).filter(
    (wait) => wait === 0,
  );
  expect(passed).toHaveLength(10);
});

test('a bucket that is full again makes room for another network', () => {
  const limit = ingestLimit(1);
  for (let n = 0; n < 50_000; n += 1) limit.take(`network ${n}`, 0);
  const refilled = 10_000;
  expect(passing(limit, 'later', refilled, 100)).toBe(10);
  expect(passing(limit, 'latest', refilled, 100)).toBe(10);
  expect(limit.networks()).toBeLessThan(10);
});
