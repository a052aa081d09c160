import type { DashboardRange } from '@crm/contracts/dashboards/dashboards.ts';
import { addDays, dayAt, midnight } from '../days.ts';
import type { Period } from '../leads/find/created.ts';

const RANGE_DAYS: Record<DashboardRange, number> = { '1d': 1, '7d': 7, '30d': 30, '90d': 90 };

/** The first days of the periods that end today, in a time zone. Weeks begin on Monday. */
export function periodsAt(now: Date, timeZone: string) {
  const today = dayAt(now, timeZone);
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  return { today, week: addDays(today, -weekday), month: `${today.slice(0, 7)}-01` };
}

/** The first day of a range that ends today: docs/figures.md says why '1d' is today. */
export const firstDayOf = (range: DashboardRange, today: string) => addDays(today, 1 - RANGE_DAYS[range]);

/** The time from the start of a day on. */
export const since = (day: string, timeZone: string): Period => ({
  from: midnight(day, 0, timeZone).getTime(),
  before: Number.POSITIVE_INFINITY,
});

/** The change from `before` to `now` in percent, to one decimal; null if there was nothing before. */
export function growthOf(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 1000) / 10;
}
