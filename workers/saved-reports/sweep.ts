import { schedule } from '@crm/platform/jobs/job.ts';
import { MAIL_REPORT } from './mail-report.ts';

/** A monthly report shows its last mailing until the next one. */
const KEPT_DAYS = 100;

/**
 * Ends due times whose last attempt was interrupted, which would be shown as being made until the next one is due: reads all, a
 * few thousand. Deletes old ones, by the index report_mailings_age.
 */
export const sweepMailings = schedule({
  name: 'sweep-report-mailings',
  cron: '37 * * * *',
  catchUpMs: 0, // the next run deletes the same rows
  slots: 'long',
  run: async ({ pools }) => {
    // A due time and its job are added together, and a job that gives up ends its due time, unless its process was killed.
    await pools.background.query(
      `/* every tenant: sweeping */ update report_mailings r set state = 'failed', problem = 'The last attempt was interrupted'
        where r.state = 'making' and not exists (
          select from graphile_worker.jobs j
           where j.task_identifier = $1 and (j.locked_at is not null or j.attempts < j.max_attempts)
             and j.key = j.task_identifier || ' ' || r.report || to_char(r.due_at at time zone 'UTC', ' YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`,
      [MAIL_REPORT.name],
    );
    await pools.background.query(
      '/* every tenant: sweeping */ delete from report_mailings where due_at < now() - make_interval(days => $1)',
      [KEPT_DAYS],
    );
  },
});
