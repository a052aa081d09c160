import { expect, test } from 'vitest';
import type { WriteAnswer } from './batch-append.ts';
import { settledWrite } from './writes.ts';

const lost: WriteAnswer = { kind: 'lost', reason: 'cut' };
const written: WriteAnswer = { kind: 'written', revision: 0, position: { commit: 7n, prepare: 7n } };

/** Gives the answers one after the other, and has stored none of the events at any read. */
function clientWith(answers: readonly WriteAnswer[]) {
  const left = [...answers];
  return {
    append: async () => left.shift() ?? lost,
    readStream: async () => {},
    left,
  };
}

test.each<{ name: string; last: WriteAnswer; settled: object }>([
  { name: 'written', last: written, settled: { ...written, found: false } },
  {
    name: 'refused for its revision',
    last: { kind: 'wrong-version', current: 3 },
    settled: { kind: 'wrong-version' },
  },
])('the result of the last attempt counts: $name', async ({ last, settled }) => {
  const client = clientWith([lost, lost, lost, lost, last]);
  expect(await settledWrite(client, 'lead-1', 'none', [])).toMatchObject(settled);
  expect(client.left).toEqual([]);
});
