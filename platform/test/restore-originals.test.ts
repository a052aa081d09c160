import { expect, test, vi } from 'vitest';

const originals = { now: performance.now, setTimeout, Date };

test.each([1, 2])('what a test replaced and did not restore is restored after it (test %i of 2)', () => {
  expect({ now: performance.now, setTimeout, Date }).toEqual(originals);
  expect(globalThis).not.toHaveProperty('replacedByTest');
  vi.spyOn(performance, 'now').mockReturnValue(0);
  vi.useFakeTimers();
  vi.stubGlobal('replacedByTest', true);
});
