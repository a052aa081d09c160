import { randomUUID } from 'node:crypto';
import { commandIdOf } from '@crm/platform/commands/envelope.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { expect, test } from 'vitest';
import { runOncePerKey } from './idempotency.ts';

const { pool } = await testDatabase();
const keyFor = (key: string | null, body: unknown = {}) =>
  commandIdOf({ caller: 'ann', call: 'POST /things', key, body });
const done =
  (data: string, isFinal = true) =>
  async () => ({ answer: { kind: 'done' as const, data }, isFinal });

test('returns the first answer to every repeat', async () => {
  const key = keyFor(randomUUID());
  expect(await runOncePerKey(pool, key, done('first'))).toMatchObject({ data: 'first' });
  expect(await runOncePerKey(pool, key, () => Promise.reject(new Error('not again')))).toMatchObject({
    data: 'first',
  });
});

test('returns the answer that ended first to all concurrent calls', async () => {
  const key = keyFor(randomUUID());
  const answers = await Promise.all(['a', 'b', 'c'].map((data) => runOncePerKey(pool, key, done(data))));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

test('runs a failed call, and one whose result is not final, again', async () => {
  const key = keyFor(randomUUID());
  await expect(runOncePerKey(pool, key, () => Promise.reject(new Error('cut off')))).rejects.toThrow(
    'cut off',
  );
  expect(await runOncePerKey(pool, key, done('half', false))).toMatchObject({ data: 'half' });
  expect(await runOncePerKey(pool, key, done('whole'))).toMatchObject({ data: 'whole' });
  expect(await runOncePerKey(pool, key, done('more'))).toMatchObject({ data: 'whole' });
});

test('refuses another request under the same key', async () => {
  const key = randomUUID();
  await runOncePerKey(pool, keyFor(key, { a: 1 }), done('first'));
  const other = runOncePerKey(pool, keyFor(key, { a: 2 }), () => Promise.reject(new Error('not done')));
  expect(await other).toEqual({ kind: 'refused', refusal: 'key-reused' });
});

test('runs a call without a key each time', async () => {
  expect(await runOncePerKey(pool, keyFor(null), done('one'))).toMatchObject({ data: 'one' });
  expect(await runOncePerKey(pool, keyFor(null), done('two'))).toMatchObject({ data: 'two' });
});
