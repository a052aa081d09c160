import { expect, test } from 'vitest';
import { clockCheck } from './clock.ts';

test('a clock that jumps is shown for a minute with its distance; small corrections are not', async () => {
  let [day, steady] = [1_000_000, 0];
  const check = clockCheck(
    () => day,
    () => steady,
  );
  const pass = (ms: number, jump = 0) => {
    steady += ms;
    day += ms + jump;
    return check();
  };
  expect(await pass(1_000)).toEqual({ kind: 'ok' });
  expect(await pass(1_000, 900)).toEqual({ kind: 'ok' });
  expect(await pass(1_000, 3_600_000)).toEqual({
    kind: 'degraded',
    reason: 'It went forward by 3600 s: it was set, or the machine was suspended',
  });
  expect(await pass(59_000)).toMatchObject({ kind: 'degraded' });
  expect(await pass(1_000)).toEqual({ kind: 'ok' });
  expect(await pass(1_000, -7_200_000)).toMatchObject({
    reason: expect.stringMatching(/^It went back by 7200 s/),
  });
});
