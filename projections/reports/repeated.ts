/** Numbers per part, on average: a table with twice as many places, 256 KB, fits in a processor's cache. */
const PART = 16_384;

/** Numbers in their order. 0 is a place without a number. */
export type Page = Float64Array;

/**
 * Calls `found` for each number that occurs at an earlier place too, in the order of the places. The numbers are divided
 * into parts by their hashes: with one table for all of a million numbers, most steps would wait for the memory, and it
 * would take five times as long. Needs 13 bytes per number beside the 8 of the pages.
 */
export function eachRepeated(pages: readonly Page[], found: (page: number, place: number) => void): void {
  const { numbers, places, ends, length } = dividedByHash(pages);
  const repeated = new Uint8Array(length);
  const sizes = ends.map((end, part) => end - (ends[part - 1] ?? 0));
  const table = new Float64Array(2 ** Math.ceil(Math.log2(2 * Math.max(1, ...sizes))));
  const halves = halvesOf(numbers);
  for (let part = 0; part < ends.length; part += 1) {
    table.fill(0);
    const end = ends[part] ?? 0;
    for (let at = ends[part - 1] ?? 0; at < end; at += 1) {
      const n = numbers[at] ?? 0;
      // Open addressing: a number is in the first free place from its own. The part has the hash's first bits.
      let place = hashAt(halves, at) & (table.length - 1);
      while (table[place] !== 0 && table[place] !== n) place = (place + 1) & (table.length - 1);
      if (table[place] === n) repeated[places[at] ?? 0] = 1;
      else table[place] = n;
    }
  }
  let start = 0;
  for (const [at, page] of pages.entries()) {
    for (let place = 0; place < page.length; place += 1) if (repeated[start + place] === 1) found(at, place);
    start += page.length;
  }
}

/** The numbers part by part, each part in its order, with their places counted over all pages. */
function dividedByHash(pages: readonly Page[]) {
  const length = pages.reduce((sum, page) => sum + page.length, 0);
  const shift = 32 - Math.max(1, Math.ceil(Math.log2(length / PART)));
  // First the size of each part, then its start, which each number that is added moves towards the part's end.
  const ends = new Uint32Array(2 ** (32 - shift));
  for (const page of pages) {
    const halves = halvesOf(page);
    for (let place = 0; place < page.length; place += 1) {
      if (page[place] === 0) continue;
      const part = hashAt(halves, place) >>> shift;
      ends[part] = (ends[part] ?? 0) + 1;
    }
  }
  let size = 0;
  for (const [part, ofPart] of ends.entries()) {
    ends[part] = size;
    size += ofPart;
  }
  const numbers = new Float64Array(size);
  const places = new Uint32Array(size);
  let start = 0;
  for (const page of pages) {
    const halves = halvesOf(page);
    for (let place = 0; place < page.length; place += 1) {
      const n = page[place] ?? 0;
      if (n === 0) continue;
      const part = hashAt(halves, place) >>> shift;
      const at = ends[part] ?? 0;
      ends[part] = at + 1;
      numbers[at] = n;
      places[at] = start + place;
    }
    start += page.length;
  }
  return { numbers, places, ends, length };
}

/** Numbers as halves of 32 bits. */
const halvesOf = ({ buffer, byteOffset, length }: Page) => new Uint32Array(buffer, byteOffset, length * 2);

/** Mixes the bits of a number. The product's first bits depend on all of them, the last ones only on the last. */
function hashAt(halves: Uint32Array, place: number): number {
  const product = Math.imul((halves[2 * place] ?? 0) ^ (halves[2 * place + 1] ?? 0), 0x9e3779b1);
  return (product ^ (product >>> 15)) >>> 0;
}
