import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addChunk,
  addNumber,
  type Bits,
  both,
  bytesOf,
  CHUNK,
  countOf,
  countOfBoth,
  countOfChunk,
  drop,
  dropChunk,
  firstNumbers,
  noBits,
  numbersOf,
  ofChunks,
} from './bits.ts';

const CHUNKS = 3;
const numbers = fc.uniqueArray(fc.nat(CHUNKS * CHUNK - 1), { maxLength: 300 });
function ofSize(chunks: number, of: readonly number[]): Bits {
  const bits = noBits(chunks);
  for (const n of of) addNumber(bits, n);
  return bits;
}
const bitsOf = (of: readonly number[]) => ofSize(CHUNKS, of);
const ascending = (of: Iterable<number>) => [...of].sort((a, b) => a - b);

test('the first numbers are those below a count, as far as the set has room', () => {
  for (const count of [0, 1, 31, 32, 33, CHUNK - 1, CHUNK, CHUNK + 5])
    expect(numbersOf(firstNumbers(count, noBits(1)))).toEqual(
      Array.from({ length: Math.min(count, CHUNK) }, (_, n) => n),
    );
});

test('a set returns its numbers in ascending order, and their count', () => {
  fc.assert(
    fc.property(numbers, (of) => {
      const bits = bitsOf(of);
      expect(numbersOf(bits)).toEqual(ascending(of));
      expect(countOf(bits)).toBe(of.length);
      for (let chunk = 0; chunk < CHUNKS; chunk += 1)
        expect(countOfChunk(bits, chunk)).toBe(of.filter((n) => Math.floor(n / CHUNK) === chunk).length);
    }),
  );
});

test('computes intersection, difference, and the numbers of some chunks', () => {
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      const common = ascending(a.filter((n) => b.includes(n)));
      expect(numbersOf(both(bitsOf(a), bitsOf(b)))).toEqual(common);
      expect(countOfBoth(bitsOf(a), bitsOf(b))).toBe(common.length);
      const rest = bitsOf(a);
      drop(rest, bitsOf(b));
      expect(numbersOf(rest)).toEqual(ascending(a.filter((n) => !b.includes(n))));
      const outer = a.filter((n) => Math.floor(n / CHUNK) !== 1);
      expect(numbersOf(ofChunks(bitsOf(a), [0, 2]))).toEqual(ascending(outer));
    }),
  );
});

test('removes bytes chunk by chunk, ignoring numbers beyond the size of the set', () => {
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      const bytes = bytesOf(bitsOf(b));
      const rest = ofSize(2, a);
      for (let chunk = 0; chunk < CHUNKS; chunk += 1)
        dropChunk(rest, chunk, bytes.subarray((chunk * CHUNK) / 8, ((chunk + 1) * CHUNK) / 8 - 1));
      // The last byte of each chunk is left out, as Postgres leaves out trailing zeros.
      const dropped = b.filter((n) => n % CHUNK < CHUNK - 8);
      expect(numbersOf(rest)).toEqual(ascending(a.filter((n) => n < 2 * CHUNK && !dropped.includes(n))));
    }),
  );
});

test('writes and reads bytes chunk by chunk, ignoring numbers beyond the size of the set', () => {
  fc.assert(
    fc.property(numbers, (of) => {
      const bytes = bytesOf(bitsOf(of));
      const again = noBits(2);
      for (let chunk = 0; chunk < CHUNKS; chunk += 1)
        addChunk(again, chunk, bytes.subarray((chunk * CHUNK) / 8, ((chunk + 1) * CHUNK) / 8));
      expect(numbersOf(again)).toEqual(ascending(of.filter((n) => n < 2 * CHUNK)));
    }),
  );
});
