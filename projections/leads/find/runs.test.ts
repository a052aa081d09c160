import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkRunsOf } from './runs.ts';

const chunk = fc.tuple(fc.nat(60), fc.nat(9)).map(([first, length]) => ({ first, last: first + length }));
const chunks = fc.array(chunk, { maxLength: 12 }).map((of) => of.map((each, n) => ({ chunk: n, ...each })));

test('makes each chunk a separate run when leads arrive in order, also with equal times', () => {
  const inOrder = [0, 10, 10, 25].map((first, n) => ({ chunk: n, first, last: first + (n === 0 ? 10 : 0) }));
  expect(chunkRunsOf(inOrder.toReversed()).map((run) => run.chunks)).toEqual([[0], [1], [2], [3]]);
});

test('orders every lead of a run before every lead of the next run, for any chunks', () => {
  fc.assert(
    fc.property(chunks, (of) => {
      const runs = chunkRunsOf(of);
      expect(runs.flatMap((run) => run.chunks).sort((a, b) => a - b)).toEqual(of.map((each) => each.chunk));
      for (const [i, run] of runs.entries()) {
        const its = of.filter((each) => run.chunks.includes(each.chunk));
        expect(run.first).toBe(Math.min(...its.map(({ first }) => first)));
        expect(run.last).toBe(Math.max(...its.map(({ last }) => last)));
        const later = of.filter((each) => runs.slice(i + 1).some((next) => next.chunks.includes(each.chunk)));
        // With equal times, lower numbers come first.
        for (const mine of its)
          for (const other of later)
            expect(mine.last < other.first || (mine.last === other.first && mine.chunk < other.chunk)).toBe(
              true,
            );
      }
    }),
    { numRuns: 500 },
  );
});
