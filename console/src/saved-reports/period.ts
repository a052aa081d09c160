import type { SavedReport } from '@crm/contracts/saved-reports/saved-reports.ts';
import { type DayPreset, dayPresets } from '@crm/events/language/preset-days.ts';
import { presetPeriod } from '../format/period.ts';

/** The report on the screen as the URL names it; `countBy` only when leads count by the time of their decision. */
export type ShownReport = {
  type: SavedReport['type'];
  startDate: string;
  endDate: string;
  filters: Record<string, string>;
  countBy?: 'decided';
};

/** A choice of the period of a saved report: a preset, or the days of the screen. */
export type PeriodChoice = DayPreset | 'fixed';

/** The preset that has the shown days today, so that the report moves on with the calendar; else the fixed days. */
export function choiceOf({ startDate, endDate }: ShownReport, now: Date, timeZone: string): PeriodChoice {
  const preset = dayPresets.find((each) => {
    const { from, to } = presetPeriod(each, now, timeZone);
    return from === startDate && to === endDate;
  });
  return preset ?? 'fixed';
}

/** The content to save of the report on the screen. */
export function contentOf({ startDate, endDate, ...shown }: ShownReport, choice: PeriodChoice) {
  const period =
    choice === 'fixed'
      ? { kind: 'fixed' as const, startDate, endDate }
      : { kind: 'relative' as const, preset: choice };
  return { ...shown, period };
}

/** The search part of the URL that shows a saved report on this day. */
export function searchOf(
  { type, filters, countBy, period }: SavedReport,
  now: Date,
  timeZone: string,
): string {
  const days =
    period.kind === 'fixed'
      ? { startDate: period.startDate, endDate: period.endDate }
      : startAndEnd(presetPeriod(period.preset, now, timeZone));
  return `?${new URLSearchParams({ type, ...days, ...(countBy && { countBy }), ...filters })}`;
}

const startAndEnd = ({ from, to }: { from: string; to: string }) => ({ startDate: from, endDate: to });
