import type { Pool } from 'pg';

/** Pages of a range, 1 MB: at most some 15,000 small rows, so that nothing waits long for their locks. */
const PAGES = 128;

/** The rows with `ctid >= from and ctid < before`, a condition by which Postgres reads only their pages. */
export type PageRange = { from: string; before: string };

/**
 * Divides a table into ranges of consecutive pages, for a pass with one short statement per range that reads the table
 * once. The pass misses rows that are added or changed meanwhile.
 * @param table a name as in SQL
 */
export async function* pageRangesOf(pool: Pool, table: string): AsyncGenerator<PageRange, void, void> {
  const { rows } = await pool.query<{ pages: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::float8 as pages`,
    [table],
  );
  const pages = rows[0]?.pages ?? 0;
  for (let page = 0; page < pages; page += PAGES)
    yield { from: `(${page},0)`, before: `(${page + PAGES},0)` };
}
