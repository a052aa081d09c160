import { testDatabase } from '@crm/platform/test/database.ts';
import { expect, test } from 'vitest';
import { countAttempt } from './failures.ts';

const { pool } = await testDatabase();
const MINUTE_MS = 60_000;
const now = new Date('2026-11-27T10:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);

/** Counts eleven attempts of an account at a time: one more than a window has. */
async function countEleven(own: string, at: Date): Promise<number | null> {
  let wait: number | null = null;
  for (let n = 0; n < 11; n += 1) wait = await countAttempt(pool, { own }, at);
  return wait;
}

test('an account waits until its window ends, and then begins another', async () => {
  expect(await countEleven('account:a', now)).toBe(15 * 60);
  expect(await countAttempt(pool, { own: 'account:a' }, later(14))).toBe(60);
  expect(await countAttempt(pool, { own: 'account:a' }, later(15))).toBeNull();
});

test('a clock that is a little behind another process counts on; one that was a day ahead locks no account', async () => {
  await countEleven('account:b', later(1));
  expect(await countAttempt(pool, { own: 'account:b' }, now)).toBe(16 * 60);
  await countEleven('account:c', later(24 * 60));
  expect(await countAttempt(pool, { own: 'account:c' }, now)).toBeNull();
});
