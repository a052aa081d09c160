import { Pool } from 'pg';
import { reasonOf } from '../event-store/postgres/failure.ts';
import type { Check, Health } from './readiness.ts';

/** Below CHECK_LIMIT_MS, so that a connection without an answer is closed and the next check opens a new one. */
const ANSWER_MS = 2_500;

/** The numbers need more than `work_mem`, so Postgres writes them to a temporary file: it fails when the disk is full. */
const CHECK = `
  select current_setting('transaction_read_only') as setting, clock_timestamp() as at,
    (select count(*) from generate_series(1, 10000))`;

/** Sessions, links and retries end by either clock: a larger difference is shown. */
const MOST_BETWEEN_CLOCKS_MS = 5_000;

/**
 * Opens a check that Postgres answers, accepts writes and has the time of this machine. It has its own connection: a check
 * that waited behind requests would report a busy database as an outage.
 * @param answerMs a longer one for tests on a busy machine
 */
export function openPostgresCheck(
  url: string,
  answerMs = ANSWER_MS,
): { check: Check; close: () => Promise<void> } {
  const pool = new Pool({
    connectionString: url,
    application_name: 'crm health',
    options: '-c work_mem=64kB',
    max: 1,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    keepAlive: true,
  });
  pool.on('error', () => {}); // the idle connection was cut; the next check opens another
  const check: Check = async () => {
    try {
      const sentAt = Date.now();
      const { rows } = await pool.query<{ setting: string; at: Date }>(CHECK);
      const [row] = rows;
      if (row?.setting !== 'off')
        return { kind: 'unavailable', reason: 'It is read-only: this is a standby' };
      return compared(row.at.getTime(), { sentAt, answeredAt: Date.now() });
    } catch (error) {
      return { kind: 'unavailable', reason: reasonOf(error) };
    }
  };
  return { check, close: () => pool.end() };
}

/** Compares Postgres' time in ms with this process's before the question and after the answer. */
function compared(at: number, { sentAt, answeredAt }: { sentAt: number; answeredAt: number }): Health {
  const ahead = at - Math.min(Math.max(at, sentAt), answeredAt);
  if (Math.abs(ahead) <= MOST_BETWEEN_CLOCKS_MS) return { kind: 'ok' };
  const seconds = Math.round(Math.abs(ahead) / 1000);
  const reason = `Its clock is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's: set one of them`;
  return { kind: 'degraded', reason };
}
