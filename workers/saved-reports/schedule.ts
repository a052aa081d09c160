import type { ReportSchedule } from '@crm/events/saved-reports/events.ts';
import { plainDefaults } from '@crm/events/tenants/settings.ts';
import { doEach } from '@crm/platform/failures/do-each.ts';
import { enqueue } from '@crm/platform/jobs/enqueue.ts';
import { schedule } from '@crm/platform/jobs/job.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { missingReadModels } from '@crm/platform/runner/await-live.ts';
import type { Pool } from 'pg';
import { newestDue } from './due.ts';
import { MAIL_REPORT } from './mail-report.ts';

type ScheduledRow = {
  id: string;
  tenant: string;
  schedule: ReportSchedule;
  scheduled_at: Date;
  time_zone: string | null;
};

/** Finds the saved reports that are due. */
export const mailDueReports = schedule({
  name: 'mail-due-reports',
  cron: '*/5 * * * *', // hours of all time zones begin at a quarter hour of UTC
  catchUpMs: 0, // the next run finds the same reports
  async run({ pools }) {
    // The read model may be built for the first time: the run after that finds these reports.
    const missing = await missingReadModels(pools.commands, ['saved-reports', 'tenants', 'users', 'leads']);
    if (missing.length === 0) await enqueueDue(pools.commands, new Date());
  },
});

/** How far the clock of another process may be ahead. What is due later was enqueued by a wrong clock. */
const MOST_AHEAD_MS = 3_600_000;

/**
 * Enqueues a mailing for each saved report that was due and has none for that day or a later one. After a time off it is
 * the newest missed time, once. A change of the tenant's time zone moves the due times, but not their days: no day is
 * mailed twice. A new schedule has no mailings yet: it may be due later on a day that the old one has mailed. A mailing that
 * a wrong clock has enqueued for a time that is still to come holds back none before it.
 *
 * Reads all schedules, by index saved_reports_scheduled: a tenant has few. One that fails holds back no other.
 */
export async function enqueueDue(pool: Pool, now: Date): Promise<void> {
  const { rows } = await pool.query<ScheduledRow>(
    `/* every tenant: due reports */
     select s.id, s.tenant, s.schedule, greatest(s.scheduled_at, t.imported_at) as scheduled_at, t.settings->>'timeZone' as time_zone
       from saved_reports s join tenants t on t.id = s.tenant
      where s.scheduled_at is not null and t.deleted_at is null and t.imported_at is not null`,
  );
  await doEach(rows, (row) => enqueueIfDue(pool, row, now));
}

async function enqueueIfDue(pool: Pool, row: ScheduledRow, now: Date): Promise<void> {
  const due = newestDue(row.schedule, row.time_zone ?? plainDefaults.timeZone, now);
  if (due.at <= row.scheduled_at) return;
  const mailing = { tenant: row.tenant, report: row.id, dueAt: due.at.toISOString(), day: due.day };
  // The row and the job in one transaction: a due time is enqueued once, by any number of runs.
  await inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query(
      `insert into report_mailings (tenant, report, due_at, day)
       select $1, $2, $3, $4
        where not exists (select from report_mailings
                           where tenant = $1 and report = $2 and due_at > $5 and due_at <= $6 and day >= $4::date)
       on conflict (tenant, report, due_at) do nothing`,
      [row.tenant, row.id, due.at, due.day, row.scheduled_at, new Date(now.getTime() + MOST_AHEAD_MS)],
    );
    if (rowCount === 1) await enqueue(tx, MAIL_REPORT, mailing, { key: `${row.id} ${mailing.dueAt}` });
  });
}
