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
export const contentOf = (shown: ShownReport, choice: PeriodChoice) =>
  withPeriod(shown, periodOf(shown, choice));

/**
 * The content that replaces a saved report's with the report on the screen. Its period stays if it has the shown days today:
 * the user opened it from there, and the days alone may also be those of another preset.
 */
export function replacementOf(report: SavedReport, shown: ShownReport, now: Date, timeZone: string) {
  const { startDate, endDate } = daysOf(report.period, now, timeZone);
  const isKept = startDate === shown.startDate && endDate === shown.endDate;
  return withPeriod(shown, isKept ? report.period : periodOf(shown, choiceOf(shown, now, timeZone)));
}

const withPeriod = ({ startDate: _, endDate: __, ...shown }: ShownReport, period: SavedPeriod) => ({
  ...shown,
  period,
});

type SavedPeriod = SavedReport['period'];

const periodOf = ({ startDate, endDate }: ShownReport, choice: PeriodChoice): SavedPeriod =>
  choice === 'fixed' ? { kind: 'fixed', startDate, endDate } : { kind: 'relative', preset: choice };

/** The first and last day of a saved period on this day. */
function daysOf(period: SavedPeriod, now: Date, timeZone: string) {
  if (period.kind === 'fixed') return { startDate: period.startDate, endDate: period.endDate };
  const { from, to } = presetPeriod(period.preset, now, timeZone);
  return { startDate: from, endDate: to };
}

/** The search part of the URL that shows a saved report on this day. */
export function searchOf(
  { type, filters, countBy, period }: SavedReport,
  now: Date,
  timeZone: string,
): string {
  const days = daysOf(period, now, timeZone);
  return `?${new URLSearchParams({ type, ...days, ...(countBy && { countBy }), ...filters })}`;
}
