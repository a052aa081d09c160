import type { Pool } from 'pg';
import { sweepNames } from '../event-store/postgres/expired-names.ts';

/** Series from `from` up to, but not including, `before`, compared by their bytes. */
export type SeriesRange = { from: string; before: string };

/**
 * Deletes places and blocks of series that take no more places, at most `limit` of each.
 * @returns the number of deleted rows
 */
export async function sweepPlaces(pool: Pool, { from, before }: SeriesRange, limit: number): Promise<number> {
  const names = { from: `place:${from}`, before: `place:${before}` };
  return (await sweepNames(pool, names, limit)) + (await sweepBlocks(pool, { from, before }, limit));
}

/** Index place_blocks_series. */
async function sweepBlocks(pool: Pool, { from, before }: SeriesRange, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `/* every tenant: sweeping */ delete from place_blocks where (tenant, series, first) in (
       select tenant, series, first from place_blocks
        where series collate "C" >= $1 and series collate "C" < $2 order by series collate "C" limit $3)`,
    [from, before, limit],
  );
  return rowCount ?? 0;
}
