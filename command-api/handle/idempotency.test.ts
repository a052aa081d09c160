import { randomUUID } from 'node:crypto';
import { commandIdOf } from '@crm/platform/commands/envelope.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { expect, test } from 'vitest';
import { onceUnder } from './idempotency.ts';

const { pool } = await testDatabase();
const keyFor = (key: string | null, body: unknown = {}) =>
  commandIdOf({ caller: 'ann', call: 'POST /things', key, body });
const done =
  (data: string, settled = true) =>
  async () => ({ answer: { kind: 'done' as const, data }, settled });

test('returns the first answer to every repeat', async () => {
  const key = keyFor(randomUUID());
  expect(await onceUnder(pool, key, done('first'))).toMatchObject({ data: 'first' });
  expect(await onceUnder(pool, key, () => Promise.reject(new Error('not again')))).toMatchObject({
    data: 'first',
  });
});

test('returns the answer that ended first to all concurrent calls', async () => {
  const key = keyFor(randomUUID());
  const answers = await Promise.all(['a', 'b', 'c'].map((data) => onceUnder(pool, key, done(data))));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

test('runs a failed or unsettled call again', async () => {
  const key = keyFor(randomUUID());
  await expect(onceUnder(pool, key, () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
  expect(await onceUnder(pool, key, done('half', false))).toMatchObject({ data: 'half' });
  expect(await onceUnder(pool, key, done('whole'))).toMatchObject({ data: 'whole' });
  expect(await onceUnder(pool, key, done('more'))).toMatchObject({ data: 'whole' });
});

test('refuses another request under the same key', async () => {
  const key = randomUUID();
  await onceUnder(pool, keyFor(key, { a: 1 }), done('first'));
  const other = onceUnder(pool, keyFor(key, { a: 2 }), () => Promise.reject(new Error('not done')));
  expect(await other).toEqual({ kind: 'refused', refusal: 'key-reused' });
});

test('runs a call without a key each time', async () => {
  expect(await onceUnder(pool, keyFor(null), done('one'))).toMatchObject({ data: 'one' });
  expect(await onceUnder(pool, keyFor(null), done('two'))).toMatchObject({ data: 'two' });
});
