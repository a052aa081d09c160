import { listSavedReports, type SavedReport } from '@crm/contracts/saved-reports/saved-reports.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { query } from '../query.ts';
import { plainSettings } from '../tenants/settings.ts';
import type { SavedReportRow } from './table.ts';

type MailingRow = {
  due_at: Date | null;
  state: 'making' | 'mailed' | 'failed';
  problem: string | null;
  sent: number;
  waiting: number;
  failed: number;
};

type Needs = { preloadReports: (tenant: TenantId) => void };

/** Maximum number of saved reports; further names are not listed. */
const MOST = 200;

/**
 * Lists the caller's saved reports by name, each with its newest mailing. One that a wrong clock has enqueued ahead of time
 * is shown only if there is no other. Index saved_reports_owner; the mailing by the primary key of report_mailings, its
 * mails by index mails_about.
 */
export const savedReportsList = query({
  endpoint: listSavedReports,
  policy: everyUser,
  reads: ['saved-reports', 'tenants'],
  // The page of reports opens with this list.
  preloads: ({ preloadReports }: Needs, tenant) => preloadReports(tenant),
  async run({ caller }, db) {
    const { rows } = await db.query<SavedReportRow & MailingRow>(
      `select s.*, d.due_at, d.state, coalesce(d.problem, m.problem) as problem,
              coalesce(m.sent, 0)::int as sent, coalesce(m.waiting, 0)::int as waiting,
              coalesce(m.failed, 0)::int as failed
         from saved_reports s
         left join lateral (
           select r.due_at, r.state, r.problem from report_mailings r
            where r.tenant = s.tenant and r.report = s.id
            order by r.due_at > now() + interval '1 hour', r.due_at desc limit 1) d on true
         left join lateral (
           select count(*) filter (where m.state = 'sent') as sent,
                  count(*) filter (where m.state = 'waiting') as waiting,
                  count(*) filter (where m.state = 'failed') as failed,
                  max(m.problem) filter (where m.state <> 'sent') as problem
             from mails m where m.tenant = s.tenant and m.about = s.id and m.cause_at = d.due_at) m on true
        where s.tenant = $1 and s.owner = $2
        order by s.name collate "und-x-icu", s.created_at, s.id
        limit ${MOST}`,
      [caller.tenant, caller.id],
    );
    const { timeZone } = await plainSettings(db, caller.tenant);
    return { kind: 'answer', data: { reports: rows.map(reportOf), timeZone } };
  },
});

function reportOf(row: SavedReportRow & MailingRow): SavedReport {
  const { due_at, state, problem, sent, waiting, failed } = row;
  return {
    _id: row.id,
    name: row.name,
    ...row.content,
    schedule: row.schedule,
    ended: row.ended,
    lastMailing:
      due_at === null ? null : { dueAt: due_at.toISOString(), state, problem, sent, waiting, failed },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
