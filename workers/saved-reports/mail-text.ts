import type { ReportHead } from '@crm/contracts/reports/reports.ts';
import type { ReportSubject } from '@crm/events/reports/events.ts';
import { COUNTED_BY_DECISION, reportFilterName, reportNames } from '@crm/events/reports/names.ts';
import { reportPage } from '@crm/events/reports/page.ts';
import { rhythmText } from '@crm/events/saved-reports/describe.ts';
import type { ReportSchedule } from '@crm/events/saved-reports/events.ts';
import type { ScheduledReportMail } from '../mail/templates/scheduled-report.ts';

type Due = { name: string; owner_name: string | null; organisation: string; schedule: ReportSchedule };
type Made = { subject: ReportSubject; report: ReportHead; publicUrl: string };

/** The text of the mail of a due report. Its link shows the kept report: the same figures at any later time. */
export function mailTextOf(due: Due, { subject, report, publicUrl }: Made): ScheduledReportMail {
  const { position, timeZone, startDate, endDate, filters, countBy } = report;
  return {
    name: due.name,
    owner: due.owner_name ?? '',
    organisation: due.organisation,
    title: reportNames[subject.reportType],
    startDate,
    endDate,
    timeZone,
    countedBy: countBy ? COUNTED_BY_DECISION : null,
    filters: filters.map(({ name, value }) => ({ name: reportFilterName(name), value })),
    position,
    rhythm: rhythmText(due.schedule),
    url: `${publicUrl}${reportPage(subject, position)}`,
  };
}
