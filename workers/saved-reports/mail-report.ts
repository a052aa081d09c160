import type { ReportFilter } from '@crm/contracts/reports/query.ts';
import { reportData } from '@crm/contracts/reports/reports.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { daysOfPreset } from '@crm/events/language/preset-days.ts';
import type { ReportSchedule } from '@crm/events/saved-reports/events.ts';
import { readTenantState } from '@crm/platform/access/tenant.ts';
import { writeFile } from '@crm/platform/files/files.ts';
import { isRefused } from '@crm/platform/http/result.ts';
import { type Job, type JobContext, job } from '@crm/platform/jobs/job.ts';
import { asTenant, inTransaction, keepAsTenant } from '@crm/platform/postgres/transaction.ts';
import { openLeadBlocks } from '@crm/projections/leads/blocks.ts';
import { fileOfReport } from '@crm/projections/reports/file.ts';
import { keep } from '@crm/projections/reports/kept.ts';
import { makeReport } from '@crm/projections/reports/make.ts';
import { enqueueMail } from '../mail/queue.ts';
import type { PublishMail } from '../mail/send.ts';
import { scheduledReportMail } from '../mail/templates/scheduled-report.ts';
import { type DueReport, dueReport, endReasonOf } from './due-report.ts';
import { endSchedule } from './end-schedule.ts';
import { mailTextOf } from './mail-text.ts';
import { endMailing, isWaiting, Mailing } from './mailings.ts';
import { recordMailedRun } from './record-run.ts';

/** Makes the report of one due time and enqueues its mails. 8 attempts take 18 minutes. */
export const MAIL_REPORT = { name: 'mail-report', payload: Mailing, attempts: 8 };

/** An attachment outlives the attempts of its mail, which take a day. */
const FILE_DAYS = 4;
const MOST_MS = 60_000;

/**
 * Sends a due report. Its mails, and the record that the due time was handled, are one transaction, so a repeated job
 * sends nothing twice. The report is kept at its position: the link in the mail shows the same figures later.
 */
export const mailReport = (publicUrl: string, publish: PublishMail): Job<Mailing> =>
  job({
    ...MAIL_REPORT,
    slots: 'long',
    async run(mailing, context) {
      const pool = context.pools.commands;
      if (!(await isWaiting(pool, mailing))) return;
      const due = await dueReport(pool, mailing);
      const watcher = due?.owner ?? null;
      const failed = async (problem: string) => {
        if (!(await endMailing(pool, mailing, { state: 'failed', problem }))) return;
        context.log.warn(
          { report: mailing.report, dueAt: mailing.dueAt, problem },
          'A due report was not sent',
        );
        publish({ watcher, about: mailing.report });
      };
      // Deleted, or its schedule ended meanwhile.
      if (!due?.schedule) return failed('The schedule was ended');
      const { phase } = await readTenantState(context.store, TenantId.parse(mailing.tenant));
      if (phase !== 'active') return failed('The organisation was not active');
      const reason = endReasonOf(due);
      if (reason) {
        await endSchedule(context.store, { ...mailing, id: mailing.report }, reason);
        return failed('The schedule was ended');
      }
      try {
        const problem = await send(mailing, { ...due, schedule: due.schedule }, publicUrl, context);
        if (problem !== null) return failed(problem);
        publish({ watcher, about: mailing.report });
      } catch (error) {
        if (context.attempt >= MAIL_REPORT.attempts) await failed('The report could not be made');
        throw error;
      }
    },
  });

/** Keeps nothing: the next mailed report is of another tenant. */
const readBlocks = openLeadBlocks(0);

type Scheduled = DueReport & { schedule: ReportSchedule };

/** Makes the report and enqueues its mails. @returns the problem of a report that cannot be made, or null */
async function send(
  mailing: Mailing,
  due: Scheduled,
  publicUrl: string,
  { pools, store, signal }: JobContext,
): Promise<string | null> {
  const tenant = TenantId.parse(mailing.tenant);
  const { type, filters, countBy, period } = due.content;
  const days =
    period.kind === 'fixed'
      ? { startDate: period.startDate, endDate: period.endDate }
      : datesOf(daysOfPreset(period.preset, mailing.day));
  const reader = {
    id: UserId.parse(due.owner),
    tenant,
    seesAllLeads: due.role === 'admin' || due.can_see_all_leads === true,
  };
  // Saved filters have the names and values that the contract accepted.
  const given = filters as Partial<Record<ReportFilter, string>>;
  const make = async (position?: string) => {
    const request = { type, ...given, ...days, countBy, position, keep: true, printed: false };
    const limit = AbortSignal.any([signal, AbortSignal.timeout(MOST_MS)]);
    const made = await asTenant(pools.queries, tenant, (db) =>
      makeReport(db, { timeOf: store.timeOf, readBlocks }, { caller: reader, request }, limit),
    );
    if (!isRefused(made) && !made.kept)
      await keepAsTenant(pools.commands, tenant, (db) => keep(db, made.report));
    return made;
  };
  const cause = derivedId(mailing.report, `mailing ${mailing.dueAt}`);
  const { format } = due.schedule;
  let made = await make();
  // An offer or operator of a filter was deleted.
  if (isRefused(made)) return 'A filter of this report names something that no longer exists';
  const { position } = await recordMailedRun(store, { tenant, cause, made, format });
  // A repeated job sends the report that its first run recorded.
  if (position !== made.report.position) made = await make(position);
  if (isRefused(made)) throw new Error(`The recorded report is gone: ${made.refusal}`);

  const report = reportData[type].parse(JSON.parse(made.report.body));
  const { bytes, ...file } = fileOfReport(type, report, due.organisation, format);
  const id = derivedId(cause, 'file');
  const expiresAt = new Date(Date.now() + FILE_DAYS * 86_400_000);
  await writeFile(pools.commands, { id, tenant, ...file, expiresAt }, piecesOf(bytes));

  const text = scheduledReportMail(mailTextOf(due, { subject: made.subject, report, publicUrl }));
  const attachments = [{ file: id, name: file.name, type: file.type }];
  await inTransaction(pools.commands, async (tx) => {
    if (!(await endMailing(tx, mailing, { state: 'mailed', position }))) return;
    for (const recipient of recipientsOf(due))
      await enqueueMail(tx, {
        id: derivedId(cause, recipient),
        tenant,
        template: 'scheduled-report',
        about: mailing.report,
        watcher: due.owner,
        at: new Date(mailing.dueAt),
        recipient,
        content: { ...text, attachments },
        // The event of recordMailedRun.
        cause: { causationId: derivedId(cause, 0), correlationId: cause },
        priority: 'low',
      });
  });
  return null;
}

const datesOf = ({ from, to }: { from: string; to: string }) => ({ startDate: from, endDate: to });

/** Each once: an address is the same in capitals, and the owner may be among the others. */
function recipientsOf({ schedule: { toOwner, recipients }, email }: Scheduled): string[] {
  const all = [...(toOwner && email !== null ? [email] : []), ...recipients];
  const lower = all.map((each) => each.toLowerCase());
  return all.filter((each, at) => lower.indexOf(each.toLowerCase()) === at);
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
