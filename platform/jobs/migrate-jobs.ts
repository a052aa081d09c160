import { runMigrations } from 'graphile-worker';
import { Pool } from 'pg';
import type { Log } from '../log/log.ts';
import { surviveLostConnections } from '../postgres/lost-connections.ts';
import { loggerOn } from './job-log.ts';

/** Creates or updates the library's schema `graphile_worker`. Safe to run in several processes at once. */
export async function migrateJobs(databaseUrl: string, log?: Log): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  surviveLostConnections(pool); // a Postgres that stops right after this may still cut the connection
  try {
    await runMigrations({ pgPool: pool, ...(log && { logger: loggerOn(log) }) });
  } finally {
    await pool.end();
  }
}
