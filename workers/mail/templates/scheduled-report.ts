import type { MailText } from '../content.ts';
import { layOut } from '../layout.ts';

export type ScheduledReportMail = {
  /** The name that its owner saved it under. */
  name: string;
  owner: string;
  organisation: string;
  /** The type of report. */
  title: string;
  /** The days of the report, both included (YYYY-MM-DD). */
  startDate: string;
  endDate: string;
  timeZone: string;
  /** How leads belong to a day; null when it is by their creation. */
  countedBy: string | null;
  filters: readonly { name: string; value: string }[];
  position: string;
  /** 'every Monday at 09:00' */
  rhythm: string;
  /** The page that shows exactly this report. */
  url: string;
};

/** A report that its owner has scheduled; the figures are in the attachment, not in the mail. */
export function scheduledReportMail(report: ScheduledReportMail): MailText {
  const { name, owner, organisation, title, startDate, endDate, timeZone, countedBy, filters } = report;
  const period = startDate === endDate ? startDate : `${startDate} to ${endDate}`;
  return layOut({
    subject: `${name}: ${period}`,
    opening: `The report “${name}” of ${organisation} is attached.`,
    facts: [
      { name: 'Report', value: title },
      { name: 'Period', value: period },
      { name: 'Time zone', value: timeZone },
      ...(countedBy === null ? [] : [{ name: 'Count by', value: countedBy }]),
      { name: 'Filters', value: filters.map((each) => `${each.name}: ${each.value}`).join('; ') || 'None' },
      { name: 'Position', value: report.position },
    ],
    action: { label: 'Open this report', url: report.url },
    reason: `${owner} sends this report ${report.rhythm} (${timeZone}) and can end that on the page Reports.`,
  });
}

export const scheduledReportSample: ScheduledReportMail = {
  name: 'Weekly leads <Süd> & Nord',
  owner: 'Asha Verma',
  organisation: 'Demo Sales',
  title: 'Lead Performance',
  startDate: '2026-11-15',
  endDate: '2026-11-21',
  timeZone: 'Asia/Kolkata',
  countedBy: 'Time of decision',
  filters: [
    { name: 'Offer', value: 'Kräutertee' },
    { name: 'Country', value: 'DE' },
  ],
  position: '0000000000004711',
  rhythm: 'every Sunday at 09:00',
  url: 'https://crm.example.com/reports?type=leads&startDate=2026-11-15&endDate=2026-11-21',
};
