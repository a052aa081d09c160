import { plural } from './count.ts';
import { formatTexts } from './texts.ts';

const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
const minute = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** 4:05 PM in the user's time zone. */
export function formatTime(instant: string | Date): string {
  return time.format(new Date(instant));
}

/** 4:05 PM in a time zone. */
export function formatTimeIn(timeZone: string, instant: Date): string {
  return new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }).format(instant);
}

/** Nov 20, 2026 in the user's time zone. */
export function formatDate(instant: string | Date): string {
  return day.format(new Date(instant));
}

const dayOnly = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Nov 20, 2026 for the day 2026-11-20 of a calendar. */
export function formatDay(calendarDay: string): string {
  return dayOnly.format(Date.parse(calendarDay));
}

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Nov 20 for the day 2026-11-20 of a calendar. */
export function formatShortDay(calendarDay: string): string {
  return shortDay.format(Date.parse(calendarDay));
}

const month = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', timeZone: 'UTC' });

/** Nov 2026 for the month 2026-11 of a calendar. */
export function formatMonth(calendarMonth: string): string {
  return month.format(Date.parse(`${calendarMonth}-01`));
}

/** Nov 20, 2026, 4:05 PM in the user's time zone. */
export function formatDateTime(instant: string | Date): string {
  return minute.format(new Date(instant));
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Under 60 s 'Just now', then minutes, hours, days (under 7), then the date. */
export function relativeTime(instant: string | Date, now: Date): string {
  const age = now.getTime() - new Date(instant).getTime();
  if (age < MINUTE) return formatTexts.justNow;
  if (age < HOUR) return plural(Math.floor(age / MINUTE), formatTexts.minutesAgo);
  if (age < DAY) return plural(Math.floor(age / HOUR), formatTexts.hoursAgo);
  if (age < 7 * DAY) return plural(Math.floor(age / DAY), formatTexts.daysAgo);
  return formatDate(instant);
}
