import { createHash } from 'node:crypto';

/**
 * Derives the order id of a row without one. Equal parts give the same id, so the same file sent again creates no
 * second lead. 64 bits, so that a collision among ten million rows is improbable.
 */
export function derivedOrderId(parts: readonly string[]): string {
  const digits = createHash('sha256').update(parts.join('\n')).digest('hex').toUpperCase();
  return `${digits.slice(0, 6)}-${digits.slice(6, 12)}-${digits.slice(12, 16)}`;
}

/** The order ids of a file with their rows: a hash table with 16 bytes per slot, at most half full. */
export class OrderIds {
  /** Per slot: three words of the id's hash, and the row; row 0 marks an empty slot. */
  #places = new Uint32Array(4 * 4096);
  #count = 0;

  /** Records an order id for a row. @returns the row that has the id already, or null */
  take(orderId: string, row: number): number | null {
    if (this.#count * 2 >= this.#places.length / 4) this.#grow();
    const hash = createHash('sha1').update(orderId).digest();
    const words = [hash.readUInt32LE(0), hash.readUInt32LE(4), hash.readUInt32LE(8)] as const;
    const before = put(this.#places, words, row);
    if (before === null) this.#count += 1;
    return before;
  }

  #grow(): void {
    const larger = new Uint32Array(this.#places.length * 2);
    for (let at = 0; at < this.#places.length; at += 4) {
      const [a = 0, b = 0, c = 0, row = 0] = this.#places.subarray(at, at + 4);
      if (row !== 0) put(larger, [a, b, c], row);
    }
    this.#places = larger;
  }
}

function put(places: Uint32Array, [a, b, c]: readonly [number, number, number], row: number): number | null {
  const size = places.length / 4; // a power of two
  for (let at = a & (size - 1); ; at = (at + 1) & (size - 1)) {
    const place = at * 4;
    const there = places[place + 3] ?? 0;
    if (there === 0) {
      places.set([a, b, c, row], place);
      return null;
    }
    if (places[place] === a && places[place + 1] === b && places[place + 2] === c) return there;
  }
}
