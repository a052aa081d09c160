import { isDay } from '@crm/contracts/fields.ts';
import { TZDate, tzOffset } from '@date-fns/tz';
import { MINUTE_MS } from './durations.ts';

/** The instant at which the day `plusDays` after `day` (YYYY-MM-DD) begins in a time zone. */
export function midnight(day: string, plusDays: number, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(new TZDate(year, month - 1, date + plusDays, timeZone).getTime());
}

/** The start of a period. A date without a time begins at midnight in the time zone. */
export const rangeStart = (text: string, timeZone = 'UTC'): Date =>
  isDay(text) ? midnight(text, 0, timeZone) : new Date(text);

/** The first instant after a period: a date without a time is its whole day, and an instant is its millisecond. */
export const rangeEnd = (text: string, timeZone = 'UTC'): Date =>
  isDay(text) ? midnight(text, 1, timeZone) : new Date(Date.parse(text) + 1);

/** The day (YYYY-MM-DD) of an instant in a time zone. */
export function dayAt(instant: Date, timeZone: string): string {
  const local = instant.getTime() + tzOffset(timeZone, instant) * MINUTE_MS;
  return new Date(local).toISOString().slice(0, 10);
}

/** The day `plusDays` after a day; days of the calendar have no time zone. */
export function addDays(day: string, plusDays: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + plusDays);
  return date.toISOString().slice(0, 10);
}

/** The days from `first` to `last`, both included. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
