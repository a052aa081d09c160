import type { GeneratedType, ReportOf } from '@crm/contracts/reports/reports.ts';
import { reportNames } from '@crm/events/reports/names.ts';
import { BYTE_ORDER_MARK, csvLine } from '@crm/platform/csv/write.ts';
import { type Sheet, writeXlsx } from '@crm/platform/xlsx/write.ts';
import { sheetsOf } from './sheets.ts';

export type ReportFile = { name: string; type: string; bytes: Buffer };

/** Writes a report as a file. The same report gives the same bytes. */
export function fileOfReport<T extends GeneratedType>(
  type: T,
  report: ReportOf<T>,
  organisation: string,
  format: 'xlsx' | 'csv',
): ReportFile {
  const sheets = sheetsOf(type, report, organisation);
  const name = `${reportNames[type]} ${report.startDate} to ${report.endDate}.${format}`;
  return format === 'xlsx'
    ? { name, type: XLSX_TYPE, bytes: writeXlsx(sheets) }
    : { name, type: 'text/csv; charset=utf-8', bytes: Buffer.from(csvOf(sheets)) };
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The tables one below the other, each under its name. */
const csvOf = (sheets: readonly Sheet[]): string =>
  BYTE_ORDER_MARK +
  sheets
    .map(({ name, rows }) =>
      [[name], ...rows]
        .map((row) => csvLine(row.map((cell) => (typeof cell === 'number' ? { asIs: String(cell) } : cell))))
        .join(''),
    )
    .join('\r\n');
