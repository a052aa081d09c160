import { setTimeout as sleep } from 'node:timers/promises';
import { sweepFiles } from '@crm/platform/files/files.ts';
import type { Log } from '@crm/platform/log/log.ts';
import { sweepSelections } from '@crm/platform/selections/selections.ts';
import type { Pool } from 'pg';

const HOUR_MS = 60 * 60 * 1000;

/** Takes away what has run out and that nobody asks for again, at the start and every hour until the signal aborts. */
export async function sweepHourly(pool: Pool, log: Log, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sweep(pool).catch((error: unknown) =>
      log.warn({ err: error }, 'Could not sweep; trying again in an hour'),
    );
    await sleep(HOUR_MS, null, { signal, ref: false }).catch(() => {});
  }
}

/** Sessions a week after their end, failed sign-ins after a day, remembered answers after the week in which a repeat may come. */
export async function sweep(pool: Pool): Promise<void> {
  // Served by sessions_expiry; a revoked session goes when it would have ended anyway.
  await pool.query(
    `/* every tenant: sweeping */ delete from sessions where expires_at < now() - interval '7 days'`,
  );
  // Served by login_failures_window.
  await pool.query(`delete from login_failures where window_start < now() - interval '1 day'`);
  // Served by known_networks_last_used.
  await pool.query(`delete from known_networks where last_used < now() - interval '90 days'`);
  // Few rows: bulk calls under a key alone.
  await pool.query(`delete from repeats where at < now() - interval '7 days'`);
  await sweepSelections(pool);
  await sweepFiles(pool);
}
