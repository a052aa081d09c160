import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { untilLoaded } from './untilLoaded.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('imports again after a failure, every two seconds', async () => {
  let tries = 0;
  const loading = untilLoaded(async () => {
    tries += 1;
    if (tries < 3) throw new TypeError('Failed to fetch dynamically imported module');
    return 'module';
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(tries).toBe(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(tries).toBe(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await loading).toBe('module');
});
