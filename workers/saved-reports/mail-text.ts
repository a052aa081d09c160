import type { ReportFilter } from '@crm/contracts/reports/query.ts';
import type { ReportHead } from '@crm/contracts/reports/reports.ts';
import { reportNames } from '@crm/events/reports/names.ts';
import { rhythmText } from '@crm/events/saved-reports/describe.ts';
import type { ReportSchedule, SavedContent } from '@crm/events/saved-reports/events.ts';
import type { ScheduledReportMail } from '../mail/templates/scheduled-report.ts';

const filterLabels: Record<ReportFilter, string> = {
  offer: 'Offer',
  operator: 'Operator',
  webmaster: 'Webmaster',
  sub1: 'Sub 1',
  sub2: 'Sub 2',
  sub3: 'Sub 3',
  sub4: 'Sub 4',
  sub5: 'Sub 5',
  country: 'Country',
  paymentMode: 'Payment mode',
  status: 'Status',
  currency: 'Currency',
};
const labelOf = (name: string) => Object.entries(filterLabels).find(([each]) => each === name)?.[1] ?? name;

type Due = { name: string; owner_name: string | null; organisation: string; schedule: ReportSchedule };
type Made = {
  type: SavedContent['type'];
  report: ReportHead;
  /** As requested: ids, not names. */
  given: Partial<Record<ReportFilter, string>>;
  days: { startDate: string; endDate: string };
  publicUrl: string;
};

/** What the mail of a due report says. Its link shows the kept report: the same figures at any later time. */
export function mailTextOf(due: Due, { type, report, given, days, publicUrl }: Made): ScheduledReportMail {
  const { position, timeZone, startDate, endDate, filters } = report;
  return {
    name: due.name,
    owner: due.owner_name ?? '',
    organisation: due.organisation,
    title: reportNames[type],
    startDate,
    endDate,
    timeZone,
    filters: filters.map(({ name, value }) => ({ name: labelOf(name), value })),
    position,
    rhythm: rhythmText(due.schedule),
    url: `${publicUrl}/reports?${new URLSearchParams({ type, ...days, ...given, position })}`,
  };
}
