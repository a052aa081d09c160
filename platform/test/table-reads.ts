import { Client, type Pool } from 'pg';

/** What was read of a table: the number of scans from its beginning, and of rows, by a scan or an index. */
export type TableReads = { scans: number; rows: number };

/**
 * Runs work on a single connection that sees all tenants, and returns what it read of each table. It adds up its own
 * transactions: the statistics of a database get what other sessions have read only seconds later.
 * @param settings for the connection, such as `-c enable_seqscan=off`: a small table is scanned unless it has a usable index
 */
export async function tableReadsOf(
  url: string,
  settings: string,
  work: (pool: Pool) => Promise<unknown>,
): Promise<Map<string, TableReads>> {
  const client = new Client({ connectionString: url, options: `-c app.tenant=* ${settings}` });
  const reads = new Map<string, TableReads>();
  /** Adds what this session has read and not reported yet: at the end of a transaction, less that at its beginning. */
  const add = async (sign: 1 | -1) => {
    const found = await client.query<TableReads & { name: string }>(
      `select relname as name, seq_scan::int as scans, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
         from pg_stat_xact_user_tables`,
    );
    for (const { name, scans, rows } of found.rows) {
      const sum = reads.get(name) ?? { scans: 0, rows: 0 };
      reads.set(name, { scans: sum.scans + sign * scans, rows: sum.rows + sign * rows });
    }
  };
  let isOpen = false;
  const measured = async (text: string, values?: unknown[]) => {
    const begins = /^begin\b/.test(text);
    const ends = /^(commit|rollback)\b/.test(text);
    if (!isOpen && !begins) {
      await client.query('begin');
      await add(-1);
      const done = await client.query(text, values);
      await add(1);
      await client.query('commit');
      return done;
    }
    isOpen = !ends;
    if (ends) await add(1);
    const done = await client.query(text, values);
    if (begins) await add(-1);
    return done;
  };
  /** One statement after the other, so that its measurements are beside it. */
  let turn: Promise<unknown> = Promise.resolve();
  const query = (text: string, values?: unknown[]) => {
    const done = turn.then(() => measured(text, values));
    turn = done.catch(() => {});
    return done;
  };
  // A cast: of a pool, the work uses no more than this.
  const pool = { query, connect: async () => ({ query, release() {} }) } as unknown as Pool;
  try {
    await client.connect();
    await work(pool);
    return reads;
  } finally {
    await client.end();
  }
}
