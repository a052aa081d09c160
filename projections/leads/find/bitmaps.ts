import type { Db } from '@crm/platform/postgres/transaction.ts';
import { addChunk, type Bits, dropChunk } from '../../bits.ts';
import { readNumbers } from './number-sets.ts';

type Bitmaps = Map<string, { chunk: number; bytes: Buffer }[]>;

/**
 * Reads the bitmaps of these filter values by the primary key of lead_bitmaps. One row per value, in base64: a row per
 * chunk, in hexadecimal digits, takes twice as long.
 */
export async function readBitmaps(db: Db, tenant: string, values: readonly string[]): Promise<Bitmaps> {
  const { rows } = await db.query<{ value: string; chunks: string; lengths: string; bits: string }>({
    name: 'read bitmaps',
    text: `select value, array_agg(chunk)::text as chunks, array_agg(length(bits))::text as lengths,
                  encode(string_agg(bits, ''), 'base64') as bits
             from lead_bitmaps where tenant = $1 and value = any($2) group by value`,
    values: [tenant, values],
  });
  return new Map(
    rows.map(({ value, chunks, lengths, bits }) => {
      const bytes = Buffer.from(bits, 'base64');
      const lengthOf = readNumbers(lengths);
      let end = 0;
      const ofChunks = readNumbers(chunks).map((chunk, n) => {
        const start = end;
        end += lengthOf[n] ?? 0;
        return { chunk, bytes: bytes.subarray(start, end) };
      });
      return [value, ofChunks];
    }),
  );
}

/** The leads with a filter value, as a set of the same size as `length`. */
export function bitsOf(bitmaps: Bitmaps, value: string, { length }: Bits): Bits {
  const bits: Bits = new Uint32Array(length);
  for (const { chunk, bytes } of bitmaps.get(value) ?? []) addChunk(bits, chunk, bytes);
  return bits;
}

/** Removes the leads with a filter value from a set. */
export function dropValue(bits: Bits, bitmaps: Bitmaps, value: string): void {
  for (const { chunk, bytes } of bitmaps.get(value) ?? []) dropChunk(bits, chunk, bytes);
}
