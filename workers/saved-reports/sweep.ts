import { schedule } from '@crm/platform/jobs/job.ts';

/** A monthly report shows its last mailing until the next one. */
const KEPT_DAYS = 100;

/** Deletes old due times. Index report_mailings_age. */
export const sweepMailings = schedule({
  name: 'sweep-report-mailings',
  cron: '37 * * * *',
  catchUpMs: 0, // the next run deletes the same rows
  slots: 'long',
  run: async ({ pools }) => {
    await pools.background.query(
      '/* every tenant: sweeping */ delete from report_mailings where due_at < now() - make_interval(days => $1)',
      [KEPT_DAYS],
    );
  },
});
