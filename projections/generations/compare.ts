import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { AnyProjection } from '../projection.ts';
import { definitionsOf, generationOf } from './tables.ts';

/** The rows of two generations of one table at the same position. */
export type Comparison = {
  table: string;
  rows: { live: number; rebuilt: number };
  /** Whether both have the same rows, in any order. */
  same: boolean;
};

/** Compares two generations by table, in the caller's transaction. */
export async function compare(
  client: Db,
  projection: AnyProjection,
  live: number,
  rebuilt: number,
): Promise<Comparison[]> {
  const result: Comparison[] = [];
  for (const { name: table, visible } of definitionsOf(projection)) {
    const a = await digest(client, generationOf(table, live), visible);
    const b = await digest(client, generationOf(table, rebuilt), visible);
    result.push({
      table,
      rows: { live: a.rows, rebuilt: b.rows },
      same: a.rows === b.rows && a.hash === b.hash,
    });
  }
  return result;
}

/**
 * The sum of row hashes depends on every row but not on their order. The values of a row are hashed as they are stored:
 * as text, half of the time of a comparison would go into writing them.
 */
async function digest(client: Db, table: string, visible: string): Promise<{ rows: number; hash: string }> {
  const { rows } = await client.query<{ rows: string; hash: string }>(
    `/* every tenant: two generations are compared whole */
     select count(*) as rows, coalesce(sum(hash_record_extended(t, 0)::numeric), 0)::text as hash
       from ${table} t ${visible && `where ${visible}`}`,
  );
  return { rows: Number(rows[0]?.rows), hash: rows[0]?.hash ?? '' };
}
