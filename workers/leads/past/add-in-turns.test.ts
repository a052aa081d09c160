import { expect, test } from 'vitest';
import type { Value } from '../export/rows.ts';
import { addInTurns } from './add-in-turns.ts';

test('adds rows in their order, and other work runs in between', async () => {
  const steps: (number | 'other work')[] = [];
  const added: (readonly Value[])[] = [];
  const writer = {
    add: async (rows: readonly (readonly Value[])[]) => {
      steps.push(rows.length);
      added.push(...rows);
      setImmediate(() => steps.push('other work'));
    },
  };
  const rows = Array.from({ length: 60 }, (_, n) => [n]);
  await addInTurns(writer, rows);
  expect(added).toEqual(rows);
  expect(steps).toEqual([25, 'other work', 25, 'other work', 10, 'other work']);
});
