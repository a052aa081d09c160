/**
 * A set of whole numbers from 0: number n is bit n % 8 of byte n / 8, as Postgres counts the bits of a bytea. Words of
 * 32 bits, for speed; the bytes of a word stand in the order of every processor that Node runs on.
 */
export type Bits = Uint32Array<ArrayBuffer>;

/** Numbers in one row of a bitmap index: 1 KiB of bits, which Postgres keeps within the row. */
export const CHUNK = 8192;

/** Room for the numbers of so many chunks, with none of them in the set. */
export const noBits = (chunks: number): Bits => new Uint32Array((chunks * CHUNK) / 32);

/** The set as Postgres takes it for a bytea; of the same memory. */
export const bytesOf = (bits: Bits): Buffer => Buffer.from(bits.buffer);

export function addNumber(bits: Bits, n: number): void {
  const word = n >>> 5;
  if (word < bits.length) bits[word] = (bits[word] ?? 0) | (1 << (n & 31));
}

/** Puts the bits of a chunk, as a row holds them, into a set. */
export function addChunk(bits: Bits, chunk: number, bytes: Uint8Array): void {
  const at = (chunk * CHUNK) / 8;
  const all = new Uint8Array(bits.buffer);
  const room = Math.max(0, all.length - at);
  all.set(bytes.length <= room ? bytes : bytes.subarray(0, room), Math.min(at, all.length));
}

/** Leaves in the first set what is in both. */
export function keep(bits: Bits, others: Bits): void {
  for (let i = 0; i < bits.length; i += 1) bits[i] = (bits[i] ?? 0) & (others[i] ?? 0);
}

/** Takes what is in the second set out of the first. */
export function drop(bits: Bits, others: Bits): void {
  for (let i = 0; i < bits.length; i += 1) bits[i] = (bits[i] ?? 0) & ~(others[i] ?? 0);
}

/** What both have. */
export function both(a: Bits, b: Bits): Bits {
  const result = a.slice();
  keep(result, b);
  return result;
}

/** How many numbers are in the set. */
export const countOf = (bits: Bits): number => countWords(bits, 0, bits.length);

/** How many of the numbers of a chunk are in the set. */
export const countOfChunk = (bits: Bits, chunk: number): number =>
  countWords(bits, (chunk * CHUNK) / 32, Math.min(bits.length, ((chunk + 1) * CHUNK) / 32));

function countWords(bits: Bits, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i += 1) {
    let word = bits[i] ?? 0;
    if (word === 0) continue;
    // The usual way to count bits: in pairs, then fours, then bytes, then all four bytes by one multiplication.
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** The numbers in the set, from the lowest. */
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

/** The set with the numbers of these chunks alone. */
export function ofChunks(bits: Bits, chunks: Iterable<number>): Bits {
  const result: Bits = new Uint32Array(bits.length);
  for (const chunk of chunks) {
    const from = (chunk * CHUNK) / 32;
    result.set(bits.subarray(from, from + CHUNK / 32), from);
  }
  return result;
}
