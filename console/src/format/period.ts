import { type DayPreset, daysOfPreset } from '@crm/events/language/preset-days.ts';
import { formatTexts } from './texts.ts';

export const datePresets = [
  { value: 'today', label: formatTexts.periods.today },
  { value: 'yesterday', label: formatTexts.periods.yesterday },
  { value: 'last_7_days', label: formatTexts.periods.last_7_days },
  { value: 'last_30_days', label: formatTexts.periods.last_30_days },
  { value: 'this_month', label: formatTexts.periods.this_month },
  { value: 'last_month', label: formatTexts.periods.last_month },
] as const;
export type DatePreset = (typeof datePresets)[number]['value'];

/** Days as YYYY-MM-DD, both inclusive, in a time zone such as Asia/Kolkata. An empty day is no limit. */
export type Period = { from: string; to: string; zone: string };

/** The time zone of the user's device. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The period of a preset on the day that `now` is in the zone. */
export function presetPeriod(preset: DayPreset, now: Date, zone: string): Period {
  return { ...daysOfPreset(preset, partsAt(now.getTime(), zone).slice(0, 10)), zone };
}

/** The first and last instant of a period, as queries take them; undefined for an empty or invalid day. */
export function instantsOf({ from, to, zone }: Period): { startDate?: string; endDate?: string } {
  const start = startOfDay(from, zone, 0);
  const next = startOfDay(to, zone, 1);
  return {
    ...(start !== null && { startDate: new Date(start).toISOString() }),
    ...(next !== null && { endDate: new Date(next - 1).toISOString() }),
  };
}

/** Whether a text is a day of the calendar as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

const DAY_MS = 86_400_000;

/** The instant at which the day `plusDays` after `day` begins in the zone, in ms; null for an invalid day. */
function startOfDay(day: string, zone: string, plusDays: number): number | null {
  if (!isDay(day)) return null;
  const midnight = Date.parse(day) + plusDays * DAY_MS;
  // Clocks change at most once within these two days: one of the offsets applies at midnight.
  const [before, after] = [offsetAt(midnight - DAY_MS, zone), offsetAt(midnight + DAY_MS, zone)];
  const start = [before, after].find((offset) => offsetAt(midnight - offset, zone) === offset);
  // Where the clocks skip midnight, the day begins with the change.
  return midnight - (start ?? before);
}

/** How far the zone's clocks are ahead of UTC at an instant, in ms. */
export function offsetAt(instant: number, zone: string): number {
  // Date.parse takes every year with a sign and six digits. The years 2 and 10000 are written as they are.
  const parts = partsAt(instant, zone).replace(' ', 'T').padStart('yyyyyy-mm-ddThh:mm:ss'.length, '0');
  return Date.parse(`+${parts}Z`) - instant;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The date and time of an instant in the zone: 2026-03-03 23:30:00. */
function partsAt(instant: number, zone: string): string {
  const known = formatters.get(zone);
  // Sweden writes dates like ISO 8601.
  const made = known ?? new Intl.DateTimeFormat('sv-SE', { ...seconds, timeZone: zone });
  // At most one per time zone. Creating one costs far more than using it.
  formatters.set(zone, made);
  return made.format(instant);
}

const seconds = { dateStyle: 'short', timeStyle: 'medium' } as const;
