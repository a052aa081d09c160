export const datePresets = [
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: 'last_7_days', label: 'Last 7 days' },
  { value: 'last_30_days', label: 'Last 30 days' },
  { value: 'this_month', label: 'This month' },
  { value: 'last_month', label: 'Last month' },
] as const;
export type DatePreset = (typeof datePresets)[number]['value'];

/** Days of the user's calendar, both inclusive, as YYYY-MM-DD. */
export type DayRange = { from: string; to: string };

/** The day range of a preset on the day of `now`. */
export function presetRange(preset: DatePreset, now: Date): DayRange {
  const at = (days: number) => dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
  const month = (months: number, day: number) =>
    dayOf(new Date(now.getFullYear(), now.getMonth() + months, day));
  switch (preset) {
    case 'today':
      return { from: at(0), to: at(0) };
    case 'yesterday':
      return { from: at(-1), to: at(-1) };
    case 'last_7_days':
      return { from: at(-6), to: at(0) };
    case 'last_30_days':
      return { from: at(-29), to: at(0) };
    case 'this_month':
      return { from: month(0, 1), to: at(0) };
    case 'last_month':
      return { from: month(-1, 1), to: month(0, 0) };
    default:
      preset satisfies never;
      return { from: at(0), to: at(0) };
  }
}

/** The first instant of a day in the user's time zone; null for an invalid day. */
export function startOfDay(day: string): string | null {
  return instantAt(day, 0, 0);
}

/** The last instant of a day in the user's time zone; null for an invalid day. */
export function endOfDay(day: string): string | null {
  return instantAt(day, 1, -1);
}

function instantAt(day: string, plusDays: number, plusMs: number): string | null {
  const [year, month, date] = day.split('-').map(Number);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !year || !month || !date) return null;
  return new Date(new Date(year, month - 1, date + plusDays).getTime() + plusMs).toISOString();
}

function dayOf(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
