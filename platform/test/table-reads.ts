import { Pool } from 'pg';

/** What was read of a table: the number of scans from its beginning, and of rows, by a scan or an index. */
export type TableReads = { scans: number; rows: number };

/**
 * Runs work on a single connection that sees all tenants, and returns what it read of each table, by the statistics of Postgres.
 * @param settings for the connection, such as `-c enable_seqscan=off`: a small table is scanned unless it has a usable index
 */
export async function tableReadsOf(
  url: string,
  settings: string,
  work: (pool: Pool) => Promise<unknown>,
): Promise<Map<string, TableReads>> {
  const pool = new Pool({ connectionString: url, max: 1, options: `-c app.tenant=* ${settings}` });
  const soFar = async () => {
    await pool.query('select pg_stat_force_next_flush()');
    const { rows } = await pool.query<TableReads & { name: string }>(
      `select relname as name, seq_scan::int as scans, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
         from pg_stat_user_tables`,
    );
    return rows;
  };
  try {
    const before = new Map((await soFar()).map((row) => [row.name, row]));
    await work(pool);
    const reads = new Map<string, TableReads>();
    for (const { name, scans, rows } of await soFar()) {
      const earlier = before.get(name) ?? { scans: 0, rows: 0 };
      reads.set(name, { scans: scans - earlier.scans, rows: rows - earlier.rows });
    }
    return reads;
  } finally {
    await pool.end();
  }
}
