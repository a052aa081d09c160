import { Pool } from 'pg';
import { reasonOf } from '../event-store/postgres/failure.ts';
import type { Check } from './readiness.ts';

/** Below CHECK_LIMIT_MS, so that a connection without an answer is closed and the next check opens a new one. */
const ANSWER_MS = 2_500;

/** The numbers need more than `work_mem`, so Postgres writes them to a temporary file: it fails when the disk is full. */
const CHECK = `
  select current_setting('transaction_read_only') as setting, (select count(*) from generate_series(1, 10000))`;

/**
 * Opens a check that Postgres answers and accepts writes, over its own connection: a check that waited behind requests
 * would report a busy database as an outage.
 */
export function openPostgresCheck(url: string): { check: Check; close: () => Promise<void> } {
  const pool = new Pool({
    connectionString: url,
    application_name: 'crm health',
    options: '-c work_mem=64kB',
    max: 1,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
  });
  pool.on('error', () => {}); // the idle connection was cut; the next check opens another
  const check: Check = async () => {
    try {
      const { rows } = await pool.query<{ setting: string }>(CHECK);
      return rows[0]?.setting === 'off'
        ? { kind: 'ok' }
        : { kind: 'unavailable', reason: 'It is read-only: this is a standby' };
    } catch (error) {
      return { kind: 'unavailable', reason: reasonOf(error) };
    }
  };
  return { check, close: () => pool.end() };
}
