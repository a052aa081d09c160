import type { ReportInput, ShownType } from './queries.ts';
import { reportTexts } from './texts.ts';

/** The names of the filters, in the order of the form; the URL and the call use the same names. */
export const filterNames = [
  'offer',
  'operator',
  'webmaster',
  'country',
  'paymentMode',
  'status',
  'currency',
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
] as const;
export type FilterName = (typeof filterNames)[number];

const types = Object.keys(reportTexts.types) as ShownType[]; // its keys are the types

/** The report that a URL names; null without a period. */
export function reportIn(params: URLSearchParams): { type: ShownType; query: ReportInput } | null {
  const type = types.find((each) => each === params.get('type')) ?? 'leads';
  const startDate = params.get('startDate');
  const endDate = params.get('endDate');
  if (startDate === null || endDate === null) return null;
  const given = [...filterNames, 'countBy', 'position'].flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value] as const] : [];
  });
  // The server checks the values of a URL.
  return { type, query: { startDate, endDate, ...Object.fromEntries(given) } as ReportInput };
}

/** The report of a URL as it can be saved: without its position; null without days of the calendar. */
export function savableIn(params: URLSearchParams): SavableReport | null {
  const type = types.find((each) => each === params.get('type')) ?? 'leads';
  const startDate = params.get('startDate') ?? '';
  const endDate = params.get('endDate') ?? '';
  if (startDate.length !== DAY_LENGTH || endDate.length !== DAY_LENGTH) return null;
  const filters = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  return { type, startDate, endDate, filters };
}

type SavableReport = {
  type: ShownType;
  startDate: string;
  endDate: string;
  filters: Record<string, string>;
};
/** Of YYYY-MM-DD: a URL may also name instants. */
const DAY_LENGTH = 10;
