import type { LinkedFilters } from '../pages/leadsAt.ts';

type Periods<Period extends string> = { timeZone: string } & Record<Period, string>;

/** The leads since the first day of a dashboard's period, in the dashboard's time zone; all before the answer. */
export function since<Period extends string>(
  periods: Periods<Period> | undefined,
  period: Period,
): Pick<LinkedFilters, 'within'> {
  return periods ? { within: { from: periods[period], zone: periods.timeZone } } : {};
}

/** The leads of the days from the first of a period to today: an uploaded lead may have the date of tomorrow. */
export const untilToday = <Period extends string>(
  periods: Periods<Period | 'today'>,
  period: Period,
): Pick<LinkedFilters, 'within'> => ({
  within: { from: periods[period], to: periods.today, zone: periods.timeZone },
});
