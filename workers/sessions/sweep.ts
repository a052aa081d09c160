import { sweepFiles } from '@crm/platform/files/sweep.ts';
import { schedule } from '@crm/platform/jobs/job.ts';
import { sweepAll, sweepBy } from '@crm/platform/postgres/sweep.ts';
import { sweepSelections } from '@crm/platform/selections/selections.ts';

/** Keeps a session for a week after its end; a revoked one, for a week after its original end. Index sessions_expiry. */
const sweepSessions = sweepBy(
  `/* every tenant: sweeping */ delete from sessions where token_hash in (
     select token_hash from sessions where expires_at < now() - interval '7 days' order by expires_at limit $1)`,
);

/** Keeps failed sign-ins for a day. Index login_failures_window. */
const sweepLoginFailures = sweepBy(
  `delete from login_failures where subject in (
     select subject from login_failures where window_start < now() - interval '1 day'
      order by window_start limit $1)`,
);

/** Keeps links to set a password for a day: an old one is answered as an unknown one. Index password_links_expiry. */
const sweepPasswordLinks = sweepBy(
  `/* every tenant: sweeping */ delete from password_links where token_hash in (
     select token_hash from password_links where expires_at < now() - interval '1 day' order by expires_at limit $1)`,
);

/** Keeps known networks for 90 days after their last use. Index known_networks_last_used. */
const sweepKnownNetworks = sweepBy(
  `delete from known_networks where (user_id, network) in (
     select user_id, network from known_networks where last_used < now() - interval '90 days'
      order by last_used limit $1)`,
);

/** Keeps answers to bulk calls with an Idempotency-Key for a week. Index repeats_age. */
const sweepRepeats = sweepBy(
  `delete from repeats where command_id in (
     select command_id from repeats where at < now() - interval '7 days' order by at limit $1)`,
);

export const expiredRows = [
  sweepSessions,
  sweepLoginFailures,
  sweepPasswordLinks,
  sweepKnownNetworks,
  sweepRepeats,
  sweepSelections,
  sweepFiles,
];

/** Deletes expired rows that no screen shows. */
export const sweepExpired = schedule({
  name: 'sweep-expired',
  cron: '7 * * * *',
  catchUpMs: 0, // the next run deletes the same rows
  slots: 'long',
  run: ({ pools, signal }) => sweepAll(expiredRows, pools.background, signal),
});
