import { Pool } from 'pg';
import { reasonOf } from '../event-store/postgres/failure.ts';
import type { Check } from './readiness.ts';

/** Under the limit of a check, so that a connection that answers nothing is closed and the next check makes a new one. */
const ANSWER_MS = 2_500;

/**
 * Checks that Postgres answers and takes writes, over a connection of its own: a check that queued behind requests
 * would call a busy database an outage.
 */
export function openPostgresCheck(url: string): { check: Check; close: () => Promise<void> } {
  const pool = new Pool({
    connectionString: url,
    application_name: 'crm health',
    max: 1,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
  });
  pool.on('error', () => {}); // the idle connection was cut; the next check makes another
  const check: Check = async () => {
    try {
      const { rows } = await pool.query<{ setting: string }>(
        `select current_setting('transaction_read_only') as setting`,
      );
      return rows[0]?.setting === 'off'
        ? { kind: 'ok' }
        : { kind: 'unavailable', reason: 'It is read-only: this is a standby, or its disk is full' };
    } catch (error) {
      return { kind: 'unavailable', reason: reasonOf(error) };
    }
  };
  return { check, close: () => pool.end() };
}
