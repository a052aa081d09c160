import { describe, expect, test } from 'vitest';
import { type DayPreset, dayPresets, daysOfPreset } from './preset-days.ts';

const days = (today: string): Record<DayPreset, string> =>
  Object.fromEntries(
    dayPresets.map((preset) => {
      const { from, to } = daysOfPreset(preset, today);
      return [preset, `${from} to ${to}`];
    }),
  ) as Record<DayPreset, string>; // an entry for each preset

describe('the days of presets', () => {
  test('in the middle of a month', () =>
    expect(days('2026-11-25')).toEqual({
      today: '2026-11-25 to 2026-11-25',
      yesterday: '2026-11-24 to 2026-11-24',
      last_7_days: '2026-11-19 to 2026-11-25',
      last_30_days: '2026-10-27 to 2026-11-25',
      last_week: '2026-11-16 to 2026-11-22',
      this_month: '2026-11-01 to 2026-11-25',
      last_month: '2026-10-01 to 2026-10-31',
    }));

  test('on the first day of a year', () =>
    expect(days('2026-01-01')).toEqual({
      today: '2026-01-01 to 2026-01-01',
      yesterday: '2025-12-31 to 2025-12-31',
      last_7_days: '2025-12-26 to 2026-01-01',
      last_30_days: '2025-12-03 to 2026-01-01',
      last_week: '2025-12-22 to 2025-12-28',
      this_month: '2026-01-01 to 2026-01-01',
      last_month: '2025-12-01 to 2025-12-31',
    }));

  test('after the last day of February', () => {
    expect(days('2024-03-01').yesterday).toBe('2024-02-29 to 2024-02-29');
    expect(days('2025-03-31').last_month).toBe('2025-02-01 to 2025-02-28');
  });

  test.each([
    ['on a Monday', '2026-11-23', '2026-11-16 to 2026-11-22'],
    ['on a Sunday', '2026-11-29', '2026-11-16 to 2026-11-22'],
  ])('the last week %s', (_, today, expected) => expect(days(today).last_week).toBe(expected));
});
