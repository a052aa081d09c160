/** Periods that end with the present day, week or month. */
export const dayPresets = [
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'last_week',
  'this_month',
  'last_month',
] as const;
export type DayPreset = (typeof dayPresets)[number];

/**
 * The days of a preset, both included. Days of the calendar have no time zone: the caller knows which day it is. A
 * week begins on Monday.
 *
 * @param today as YYYY-MM-DD, as are the results
 */
export function daysOfPreset(preset: DayPreset, today: string): { from: string; to: string } {
  const [year = 0, month = 0, date = 0] = today.split('-').map(Number);
  // Months count from 0. Day 0 of a month is the last of the month before.
  const day = (months: number, dayOfMonth: number) =>
    new Date(Date.UTC(year, month - 1 + months, dayOfMonth)).toISOString().slice(0, 10);
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: day(0, date - 1), to: day(0, date - 1) };
    case 'last_7_days':
      return { from: day(0, date - 6), to: today };
    case 'last_30_days':
      return { from: day(0, date - 29), to: today };
    case 'last_week': {
      const monday = date - ((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7);
      return { from: day(0, monday - 7), to: day(0, monday - 1) };
    }
    case 'this_month':
      return { from: day(0, 1), to: today };
    case 'last_month':
      return { from: day(-1, 1), to: day(0, 0) };
    default:
      return preset satisfies never;
  }
}
