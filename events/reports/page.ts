import type { ReportSubject } from './events.ts';

/** The page of the console that shows exactly this report; the page reads these names of its URL. */
export function reportPage({ reportType, filters, ...subject }: ReportSubject, position: string): string {
  const { startDate, endDate, timeZone, countBy } = subject;
  const report = { type: reportType, startDate, endDate, timeZone, ...(countBy && { countBy }) };
  return `/reports?${new URLSearchParams({ ...report, ...filters, position })}`;
}
