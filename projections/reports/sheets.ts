import type { Amounts } from '@crm/contracts/amounts.ts';
import type { GeneratedType, ReportHead, ReportOf } from '@crm/contracts/reports/reports.ts';
import type { Currency } from '@crm/events/language/money.ts';
import { COUNTED_BY_DECISION, reportFilterName, reportNames } from '@crm/events/reports/names.ts';
import type { Cell, Sheet } from '@crm/platform/xlsx/write.ts';

/** A line of a table: a cell, or one amount per currency. */
type Line = Record<string, Cell | Amounts>;

/** The sheets of a report: what it counts, then each of its tables. */
export function sheetsOf<T extends GeneratedType>(
  type: T,
  report: ReportOf<T>,
  organisation: string,
): Sheet[] {
  const { position, timeZone, startDate, endDate, filters, previous } = report;
  const about: (readonly Cell[])[] = [
    ['Report', reportNames[type]],
    ['Organization', organisation],
    ['From', startDate],
    ['To', endDate],
    ['Time zone', timeZone],
    ...(report.countBy ? [['Count by', COUNTED_BY_DECISION]] : []),
    ['Filters', filters.map(({ name, value }) => `${reportFilterName(name)}: ${value}`).join('; ') || 'None'],
    ['Position', position],
    [],
    ['', 'This period', `${previous.startDate} to ${previous.endDate}`],
    ...summaryLines(report),
  ];
  return [{ name: 'Summary', rows: about, widths: [24, 36, 28] }, ...tablesOf(report)];
}

function summaryLines(report: ReportHead): (readonly Cell[])[] {
  const { previous } = report;
  const money = (name: string, now: Amounts, before: Amounts) =>
    currenciesOf([now, before]).map((currency) => [
      `${name} (${currency})`,
      amountIn(now, currency),
      amountIn(before, currency),
    ]);
  return [
    ['Leads', report.totalLeads, previous.totalLeads],
    ['Approved leads', report.orders, previous.orders],
    ['Conversion, %', rateOf(report, report.conversionRate), rateOf(previous, previous.conversionRate)],
    ...money('Revenue', report.totalRevenue, previous.totalRevenue),
    ...money('Average order', report.averageOrderValue, previous.averageOrderValue),
  ];
}

/** The tables of reports by their part. */
const names: Record<string, string> = {
  statusStats: 'By status',
  paymentStats: 'By payment mode',
  dailyTrends: 'By day',
  revenueOverTime: 'Revenue over time',
  conversionData: 'Conversion by day',
  webmasterStats: 'By webmaster',
  offerStats: 'By offer',
  productivityData: 'By operator',
  cohortTotals: 'All days by age',
  cohortStats: 'Days by age',
  rows: 'By group',
};

const headers: Record<string, string> = {
  status: 'Status',
  leads: 'Leads',
  share: 'Share, %',
  total: 'Total',
  paymentMode: 'Payment mode',
  date: 'Day',
  period: 'Period',
  age: 'Age, days',
  processing: 'Processing',
  hold: 'Hold',
  approved: 'Approved',
  cancelled: 'Cancelled',
  trash: 'Trash',
  webmaster: 'Webmaster',
  name: 'Offer',
  fullName: 'Operator',
  totalLeads: 'Leads',
  approvedLeads: 'Approved leads',
  orders: 'Approved leads',
  conversionRate: 'Conversion, %',
  trashRate: 'Trash, %',
  connectedRate: 'Connected, %',
  duplicates: 'Duplicates',
  revenue: 'Revenue',
};

/** The text for an offer or operator whose name is gone; without an offer it shows a dash. */
const deleted: Record<string, string> = { name: 'Deleted offer', fullName: 'Former operator' };

/** The rows of all tables of a report. */
export function rowsOf(report: unknown): number {
  const parts = Object.entries(report ?? {}).flatMap(([part, lines]) =>
    names[part] !== undefined && Array.isArray(lines) ? lines.length : [],
  );
  return parts.reduce((sum, rows) => sum + rows, 0);
}

/** A sheet for each part that is a table. Ids are left out: names are beside them. */
function tablesOf(report: ReportHead): Sheet[] {
  // Parts are the tables of the report's type; tables have only lines of these values.
  const parts = Object.entries(report) as [string, unknown][];
  return parts.flatMap(([part, lines]) => {
    const name = names[part];
    return name !== undefined && Array.isArray(lines) ? [tableOf(name, lines as Line[])] : [];
  });
}

function tableOf(name: string, lines: readonly Line[]): Sheet {
  const columns = Object.keys(lines[0] ?? {}).filter((column) => headers[column] !== undefined);
  const spread = columns.flatMap((column) => {
    const header = headers[column] ?? column;
    const amounts = lines.map((line) => line[column]).filter((value) => Array.isArray(value));
    if (amounts.length === 0) return [{ header, cell: (line: Line) => cellIn(column, line) }];
    return currenciesOf(amounts).map((currency) => ({
      header: `${header} (${currency})`,
      cell: (line: Line) => amountIn(line[column], currency),
    }));
  });
  const rows = [
    spread.map(({ header }) => header),
    ...lines.map((line) => spread.map(({ cell }) => cell(line))),
  ];
  return { name, rows, widths: spread.map((_, n) => (n === 0 ? 24 : 16)) };
}

function cellIn(column: string, line: Line): Cell {
  const value = rates.includes(column) ? rateOf(line, line[column]) : line[column];
  if (typeof value !== 'string' && typeof value !== 'number') return '–';
  return value === '' ? (deleted[column] ?? '') : value;
}

const rates = ['conversionRate', 'trashRate', 'connectedRate'];

/** A share of leads; without leads a dash, because there is none. */
const rateOf = <Rate>({ totalLeads }: { totalLeads?: unknown }, rate: Rate) =>
  totalLeads === 0 ? '–' : rate;

const amountIn = (amounts: Cell | Amounts | undefined, currency: Currency): number =>
  (Array.isArray(amounts) ? amounts : []).find((each) => each.currency === currency)?.amount ?? 0;

const currenciesOf = (all: readonly Amounts[]): Currency[] =>
  [...new Set(all.flatMap((amounts) => amounts.map(({ currency }) => currency)))].sort();
