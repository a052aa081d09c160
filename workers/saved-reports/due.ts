import type { ReportSchedule } from '@crm/events/saved-reports/events.ts';
import { TZDate } from '@date-fns/tz';

export type Due = {
  at: Date;
  /** The day of the time zone (YYYY-MM-DD), from which a relative period counts. */
  day: string;
};

/** Every rhythm has a due time within this many days: two months of 31 days, less one, and today. */
const MOST_DAYS = 62;

/**
 * The newest time at or before `now` at which the schedule was due. Older ones are not looked for: after a time off, only
 * the newest is sent.
 *
 * A day has one due time, also when the clocks change: an hour that the clocks skip is the first instant after it, and
 * of an hour that comes twice the first one counts.
 */
export function newestDue(
  { rhythm, hour }: Pick<ReportSchedule, 'rhythm' | 'hour'>,
  timeZone: string,
  now: Date,
): Due {
  const local = new TZDate(now, timeZone);
  const [year, month, date] = [local.getFullYear(), local.getMonth(), local.getDate()];
  for (let back = 0; back < MOST_DAYS; back += 1) {
    // The calendar itself has no time zone.
    const day = new Date(Date.UTC(year, month, date - back));
    if (!isDueOn(rhythm, day)) continue;
    const at = hourOf(day, hour, timeZone);
    if (at <= now) return { at, day: day.toISOString().slice(0, 10) };
  }
  throw new Error(`A schedule is never due: ${JSON.stringify(rhythm)}`);
}

function isDueOn(rhythm: ReportSchedule['rhythm'], day: Date): boolean {
  switch (rhythm.every) {
    case 'day':
      return true;
    case 'week':
      return rhythm.day % 7 === day.getUTCDay();
    case 'month':
      return day.getUTCDate() === Math.min(rhythm.day, lastDayOf(day));
    default:
      return rhythm satisfies never;
  }
}

/** Day 0 of the next month is the last of this one. */
const lastDayOf = (day: Date) =>
  new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();

/** Time zones change their clocks on quarter hours, so the first instant of a local hour is found in these steps. */
const STEP_MS = 15 * 60_000;
/** The clocks of Antarctica/Troll are set back by two hours, those of all other zones by one or less. */
const LONGEST_DAY_MS = 26 * 60 * 60_000;

/**
 * The first instant of a day at which its clocks show this hour or, where they skip it, a later one.
 * @throws for a time zone that this Node does not know
 */
function hourOf(day: Date, hour: number, timeZone: string): Date {
  const midnight = new TZDate(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), timeZone).getTime();
  // Before a change the clocks show the hour `hour` hours after midnight. Set forward they show it earlier.
  for (let at = midnight + Math.max(hour - 2, 0) * 4 * STEP_MS; at < midnight + LONGEST_DAY_MS; at += STEP_MS)
    if (new TZDate(at, timeZone).getHours() >= hour) return new Date(at);
  throw new Error(`No hour ${hour} in ${timeZone}`);
}
