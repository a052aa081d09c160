import type { DateOrder, UploadDates } from '@crm/events/leads/upload.ts';
import { slashDate } from './values.ts';

/** Whether the order of day and month decides how a date is read. */
export function needsOrder(text: string): boolean {
  const parts = slashDate(text);
  return parts !== null && parts.one !== parts.two;
}

/** Collects from all dates of a file in which order they have day and month. */
export class DateSurvey {
  #dayFirst = false;
  #monthFirst = false;
  #example: { text: string; row: number } | null = null;

  note(text: string, row: number): void {
    const parts = slashDate(text);
    if (!parts || parts.one === parts.two) return;
    if (parts.one > 12) this.#dayFirst = true;
    else if (parts.two > 12) this.#monthFirst = true;
    else this.#example ??= { text, row };
  }

  /**
   * The order, if it matters and the file shows it. It matters when a date such as 03/04/2025 can be read in two ways;
   * other dates show it, unless they contradict each other.
   */
  found(): UploadDates {
    const example = this.#example;
    if (!example) return this.#dayFirst && !this.#monthFirst ? byFile('day-first') : { kind: 'clear' };
    if (this.#dayFirst === this.#monthFirst)
      return { kind: 'ambiguous', example: example.text, row: example.row };
    return byFile(this.#dayFirst ? 'day-first' : 'month-first');
  }
}

const byFile = (order: DateOrder): UploadDates => ({ kind: 'ordered', order, by: 'file' });

/** The order in which the rows are read; null when it is unknown or does not matter. */
export const orderOf = (dates: UploadDates): DateOrder | null =>
  dates.kind === 'ordered' ? dates.order : null;

/** The sentence that refuses an upload whose dates can be read in two ways. */
export const ambiguousDates = ({ example, row }: Extract<UploadDates, { kind: 'ambiguous' }>): string =>
  `The dates can be read in two ways, for example ${example} in row ${row}: choose whether the day or the month comes first (dateOrder)`;
