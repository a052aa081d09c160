import type { Db } from '@crm/platform/postgres/transaction.ts';
import { addChunk, type Bits } from '../bits.ts';

type Bitmaps = Map<string, { chunk: number; bytes: Buffer }[]>;

/** Reads the bitmaps of these filter values by the primary key of lead_bitmaps. */
export async function readBitmaps(db: Db, tenant: string, values: readonly string[]): Promise<Bitmaps> {
  const { rows } = await db.query<{ value: string; chunk: number; bits: Buffer }>(
    'select value, chunk, bits from lead_bitmaps where tenant = $1 and value = any($2)',
    [tenant, values],
  );
  const bitmaps: Bitmaps = new Map();
  for (const { value, chunk, bits } of rows) {
    const chunks = bitmaps.get(value);
    if (chunks) chunks.push({ chunk, bytes: bits });
    else bitmaps.set(value, [{ chunk, bytes: bits }]);
  }
  return bitmaps;
}

/** The leads with a filter value, as a set of the same size as `length`. */
export function bitsOf(bitmaps: Bitmaps, value: string, { length }: Bits): Bits {
  const bits: Bits = new Uint32Array(length);
  for (const { chunk, bytes } of bitmaps.get(value) ?? []) addChunk(bits, chunk, bytes);
  return bits;
}
