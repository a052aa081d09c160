import type { LinkedFilters } from '../pages/leadsAt.ts';

/** The leads since the first day of a dashboard's period, in the dashboard's time zone; all before the answer. */
export function since<Period extends string>(
  periods: ({ timeZone: string } & Record<Period, string>) | undefined,
  period: Period,
): Pick<LinkedFilters, 'within'> {
  return periods ? { within: { from: periods[period], zone: periods.timeZone } } : {};
}
