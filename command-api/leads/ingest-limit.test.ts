import { describe, expect, test } from 'vitest';
import { ingestLimit } from './ingest-limit.ts';

/** The number of `n` leads that pass at one moment. */
function passing(limit: ReturnType<typeof ingestLimit>, address: string, now: number, n: number): number {
  return Array.from({ length: n }, () => limit.take(address, now)).filter((wait) => wait === 0).length;
}

describe('five leads per second and address', () => {
  test('lets a burst of ten times that pass', () => {
    expect(passing(ingestLimit(5), 'a', 0, 100)).toBe(50);
  });

  test('lets five per second pass after the burst, and never more than a burst', () => {
    const limit = ingestLimit(5);
    passing(limit, 'a', 0, 50);
    expect(passing(limit, 'a', 1_000, 100)).toBe(5);
    expect(passing(limit, 'a', 3_000, 100)).toBe(10);
    expect(passing(limit, 'a', 3_600_000, 100)).toBe(50);
  });

  test('returns the time to wait, after which a lead passes', () => {
    const limit = ingestLimit(0.5);
    passing(limit, 'a', 0, 5);
    const wait = limit.take('a', 0);
    expect(wait).toBe(2);
    expect(limit.take('a', wait * 1_000)).toBe(0);
  });

  test('does not count refused leads', () => {
    const limit = ingestLimit(5);
    passing(limit, 'a', 0, 1_000);
    expect(passing(limit, 'a', 1_000, 10)).toBe(5);
  });

  test('does not count a lead that is given back', () => {
    const limit = ingestLimit(5);
    for (let n = 0; n < 200; n += 1) {
      expect(limit.take('a', 0)).toBe(0);
      limit.giveBack('a');
    }
    limit.giveBack('a');
    expect(passing(limit, 'a', 0, 100)).toBe(50);
  });

  test('limits each address separately', () => {
    const limit = ingestLimit(5);
    passing(limit, 'a', 0, 100);
    expect(passing(limit, 'b', 0, 100)).toBe(50);
  });
});

test('a clock that is set back refuses no lead', () => {
  const limit = ingestLimit(5);
  expect(limit.take('a', 10_000_000)).toBe(0);
  expect(limit.take('a', 10_000_000 - 3_600_000)).toBe(0);
});

test('zero is no limit', () => expect(passing(ingestLimit(0), 'a', 0, 10_000)).toBe(10_000));

test('a flood of networks does not reset the limit of another network, and memory is bounded', () => {
  const limit = ingestLimit(1);
  passing(limit, 'a', 0, 100);
  for (let n = 0; n < 60_000; n += 1) limit.take(`network ${n}`, 1);
  expect(limit.take('a', 1)).toBeGreaterThan(0);
  expect(limit.networks()).toBeLessThanOrEqual(50_000);
});

test('networks beyond the table limit share one bucket', () => {
  const limit = ingestLimit(1);
  for (let n = 0; n < 50_000; n += 1) limit.take(`network ${n}`, 0);
  const passed = Array.from({ length: 1_000 }, (_, n) => limit.take(`later ${n}`, 1)).filter(
    (wait) => wait === 0,
  );
  expect(passed).toHaveLength(10);
});

test('a refilled bucket makes room for another network', () => {
  const limit = ingestLimit(1);
  for (let n = 0; n < 50_000; n += 1) limit.take(`network ${n}`, 0);
  const refilled = 10_000;
  expect(passing(limit, 'later', refilled, 100)).toBe(10);
  expect(passing(limit, 'latest', refilled, 100)).toBe(10);
  expect(limit.networks()).toBeLessThan(10);
});
