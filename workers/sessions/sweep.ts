import { sweepFiles } from '@crm/platform/files/files.ts';
import { schedule } from '@crm/platform/jobs/job.ts';
import { sweepSelections } from '@crm/platform/selections/selections.ts';
import type { Pool } from 'pg';

/**
 * Deletes expired rows that no screen shows: sessions, failed sign-ins, answers kept for repeats, selections, files.
 */
export const sweepExpired = schedule({
  name: 'sweep-expired',
  cron: '7 * * * *',
  catchUpMs: 0, // the next run deletes the same rows
  run: ({ pools }) => sweep(pools.auth),
});

/**
 * Keeps sessions for a week after their end, failed sign-ins and links to set a password for a day, known networks for 90 days, and answers for a
 * week.
 */
export async function sweep(pool: Pool): Promise<void> {
  // Index sessions_expiry. A revoked session is deleted after its original expiry.
  await pool.query(
    `/* every tenant: sweeping */ delete from sessions where expires_at < now() - interval '7 days'`,
  );
  // Index login_failures_window.
  await pool.query(`delete from login_failures where window_start < now() - interval '1 day'`);
  // Index password_links_expiry. An old link is answered as an unknown one.
  await pool.query(
    `/* every tenant: sweeping */ delete from password_links where expires_at < now() - interval '1 day'`,
  );
  // Index known_networks_last_used.
  await pool.query(`delete from known_networks where last_used < now() - interval '90 days'`);
  // A full scan: the table only has bulk calls with an Idempotency-Key.
  await pool.query(`delete from repeats where at < now() - interval '7 days'`);
  await sweepSelections(pool);
  await sweepFiles(pool);
}
