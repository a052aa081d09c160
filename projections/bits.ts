/**
 * A set of whole numbers from 0: number n is bit n % 8 of byte n / 8, as Postgres counts the bits of a bytea. Uses
 * words of 32 bits for speed; the byte order (little endian) is the one of all processors that Node supports.
 */
export type Bits = Uint32Array<ArrayBuffer>;

/** Numbers per row of a bitmap index: 1 KiB of bits, which Postgres stores within the row. */
export const CHUNK = 8192;

/** An empty set with room for the numbers of `chunks` chunks. */
export const noBits = (chunks: number): Bits => new Uint32Array((chunks * CHUNK) / 32);

/** The set as a bytea parameter; shares the memory. */
export const bytesOf = (bits: Bits): Buffer => Buffer.from(bits.buffer);

export function addNumber(bits: Bits, n: number): void {
  const word = n >>> 5;
  if (word < bits.length) bits[word] = (bits[word] ?? 0) | (1 << (n & 31));
}

export const hasNumber = (bits: Bits, n: number): boolean => (((bits[n >>> 5] ?? 0) >>> (n & 31)) & 1) === 1;

/** The numbers from 0 to before `count`, as a set of the same size as `length`. */
export function firstNumbers(count: number, { length }: Bits): Bits {
  const bits: Bits = new Uint32Array(length);
  bits.fill(-1, 0, count >>> 5);
  if (count >>> 5 < length) bits[count >>> 5] = (1 << (count & 31)) - 1;
  return bits;
}

/** Adds the bits of a chunk from a row to a set. */
export function addChunk(bits: Bits, chunk: number, bytes: Uint8Array): void {
  const at = (chunk * CHUNK) / 8;
  const all = new Uint8Array(bits.buffer);
  const room = Math.max(0, all.length - at);
  all.set(bytes.length <= room ? bytes : bytes.subarray(0, room), Math.min(at, all.length));
}

/** Removes the bits of a chunk from a set: much cheaper than `drop` when a value has few chunks. */
export function dropChunk(bits: Bits, chunk: number, bytes: Uint8Array): void {
  const at = (chunk * CHUNK) / 8;
  const all = new Uint8Array(bits.buffer);
  const end = Math.min(bytes.length, all.length - at);
  for (let i = 0; i < end; i += 1) all[at + i] = (all[at + i] ?? 0) & ~(bytes[i] ?? 0);
}

/** Intersection: removes from the first set all numbers that are not in the second. */
export function keep(bits: Bits, others: Bits): void {
  for (let i = 0; i < bits.length; i += 1) bits[i] = (bits[i] ?? 0) & (others[i] ?? 0);
}

/** Difference: removes from the first set all numbers of the second. */
export function drop(bits: Bits, others: Bits): void {
  for (let i = 0; i < bits.length; i += 1) bits[i] = (bits[i] ?? 0) & ~(others[i] ?? 0);
}

/** Union: adds all numbers of the second set to the first. */
export function merge(bits: Bits, others: Bits): void {
  for (let i = 0; i < bits.length; i += 1) bits[i] = (bits[i] ?? 0) | (others[i] ?? 0);
}

/** The intersection as a new set. */
export function both(a: Bits, b: Bits): Bits {
  const result = a.slice();
  keep(result, b);
  return result;
}

export const countOf = (bits: Bits): number => countWords(bits, 0, bits.length);

/** The count of the intersection, which is not made. */
export function countOfBoth(a: Bits, b: Bits): number {
  let count = 0;
  for (let i = 0; i < a.length; i += 1) {
    const word = (a[i] ?? 0) & (b[i] ?? 0);
    if (word !== 0) count += countOfWord(word);
  }
  return count;
}

/** The count of a chunk's numbers in the set. */
export const countOfChunk = (bits: Bits, chunk: number): number =>
  countWords(bits, (chunk * CHUNK) / 32, Math.min(bits.length, ((chunk + 1) * CHUNK) / 32));

function countWords(bits: Bits, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i += 1) {
    const word = bits[i] ?? 0;
    if (word !== 0) count += countOfWord(word);
  }
  return count;
}

/** Usual bit count: in pairs, then fours, then bytes, then all four bytes by one multiplication. */
function countOfWord(bits: number): number {
  let word = bits - ((bits >>> 1) & 0x55555555);
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
  return Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The numbers in the set, in ascending order. */
export function numbersOf(bits: Bits): number[] {
  const numbers: number[] = [];
  for (let i = 0; i < bits.length; i += 1) {
    let word = bits[i] ?? 0;
    while (word !== 0) {
      const lowest = word & -word;
      numbers.push(i * 32 + 31 - Math.clz32(lowest));
      word ^= lowest;
    }
  }
  return numbers;
}

/** The numbers of the set that are in these chunks. */
export function ofChunks(bits: Bits, chunks: Iterable<number>): Bits {
  const result: Bits = new Uint32Array(bits.length);
  for (const chunk of chunks) {
    const from = (chunk * CHUNK) / 32;
    result.set(bits.subarray(from, from + CHUNK / 32), from);
  }
  return result;
}
