import type { ReportFilter } from '@crm/contracts/reports/query.ts';
import { reportFilterNames } from '@crm/events/reports/names.ts';
import type { ShownReport } from '../saved-reports/period.ts';
import type { ReportInput, ShownType } from './queries.ts';

/** The names of the filters, in the order of the form; the URL and the call use the same names. */
export const filterNames = Object.keys(reportFilterNames) as ReportFilter[]; // its keys are the filters

/** The types of reports on the page. */
export const shownTypes = [
  'leads',
  'revenue',
  'conversion',
  'cohorts',
  'operator-productivity',
] as const satisfies ShownType[];

const typeIn = (params: URLSearchParams): ShownType =>
  shownTypes.find((each) => each === params.get('type')) ?? 'leads';

/** The report that a URL names; null without a period. */
export function reportIn(params: URLSearchParams): { type: ShownType; query: ReportInput } | null {
  const startDate = params.get('startDate');
  const endDate = params.get('endDate');
  if (startDate === null || endDate === null) return null;
  const given = [...filterNames, 'countBy', 'timeZone', 'position'].flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value] as const] : [];
  });
  // The server checks the values of a URL.
  return { type: typeIn(params), query: { startDate, endDate, ...Object.fromEntries(given) } as ReportInput };
}

/** The report of a URL as it can be saved: without its position; null without days of the calendar. */
export function savableIn(params: URLSearchParams): ShownReport | null {
  const startDate = params.get('startDate') ?? '';
  const endDate = params.get('endDate') ?? '';
  if (startDate.length !== DAY_LENGTH || endDate.length !== DAY_LENGTH) return null;
  const filters = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const isDecided = params.get('countBy') === 'decided';
  return { type: typeIn(params), startDate, endDate, filters, ...(isDecided && { countBy: 'decided' }) };
}

/** Of YYYY-MM-DD: a URL may also name instants. */
const DAY_LENGTH = 10;
