import { isDay } from '@crm/contracts/fields.ts';
import { addDays, dayAt, daysFrom, midnight, rangeStart } from '../days.ts';
import { QUARTER_HOUR_MS } from '../durations.ts';
import { quarterHourOf } from '../leads/column-blocks.ts';

/** The time that a report covers, in quarter hours since 1970, and the same number of days before it. */
export type ReportPeriod = {
  timeZone: string;
  /** The days that it touches, in its time zone. */
  days: string[];
  /** From `from` (inclusive) to `before` (exclusive). */
  from: number;
  before: number;
  /** The start of each day but the first, in order. */
  starts: number[];
  previous: { startDate: string; endDate: string; from: number; before: number };
};

/** A start or end is a day of the time zone, or an instant: its whole quarter hour is included. */
export function periodOf(startDate: string, endDate: string, timeZone: string): ReportPeriod {
  const startOf = (day: string, plusDays = 0) => quarterHourOf(midnight(day, plusDays, timeZone).getTime());
  const from = quarterHourOf(rangeStart(startDate, timeZone).getTime());
  const before = isDay(endDate) ? startOf(endDate, 1) : quarterHourOf(Date.parse(endDate)) + 1;
  const first = dayAt(new Date(from * QUARTER_HOUR_MS), timeZone);
  const last = dayAt(new Date((before - 1) * QUARTER_HOUR_MS), timeZone);
  const days = daysFrom(first, last);
  const previous = { startDate: addDays(first, -days.length), endDate: addDays(first, -1) };
  return {
    timeZone,
    days,
    from,
    before,
    starts: days.slice(1).map((day) => startOf(day)),
    previous: { ...previous, from: startOf(previous.startDate), before: startOf(first) },
  };
}

/** The index of the day that a quarter hour of the period is in. */
export function dayIndex({ starts }: Pick<ReportPeriod, 'starts'>, quarterHour: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= quarterHour) low = middle + 1;
    else high = middle;
  }
  return low;
}
