import { type UploadGroup, uploadGroupOf } from '@crm/contracts/leads/upload-groups.ts';
import type { Currency } from '@crm/events/language/money.ts';
import type { RowProblem, UploadDates } from '@crm/events/leads/upload.ts';
import type { BatchProblem, BatchStep } from '@crm/platform/batches/kind.ts';
import { quoting } from './file/sheet.ts';
import type { CheckedRow } from './rows/check.ts';

/** The cursor of an upload: its progress and its counts. A batch resumes from it after a crash. */
export type Tally = {
  /** Spreadsheet number of the last processed row. */
  row: number;
  /** Rows up to `row` that are not empty, without the header. */
  rows: number;
  /** The same for the whole file; null until it has been counted. */
  total: number | null;
  /** Rows that became leads; in a check, rows that would. */
  valid: number;
  existing: number;
  /** The dates of the whole file; null until it has been counted. */
  dates: UploadDates | null;
  /** In a check, the number of rows that would become leads, by currency. */
  currencies: { [currency in Currency]?: number };
  groups: Partial<Record<UploadGroup, number>>;
  /** Number of leads assigned to each operator, by user id. */
  given: Record<string, number>;
  /** The names of the file's columns; none until its header has been read. */
  columns: string[];
};

export const newTally = (): Tally => ({
  row: 1,
  rows: 0,
  total: null,
  valid: 0,
  existing: 0,
  dates: null,
  currencies: {},
  groups: {},
  given: {},
  columns: [],
});

export const errorsOf = ({ groups }: Tally) => Object.values(groups).reduce((sum, count) => sum + count, 0);

/** Counts a row that cannot become a lead in the group of its first error. Returns the problem for the batch. */
export function noteProblem(
  tally: Tally,
  { row, cells }: Pick<CheckedRow, 'row' | 'cells'>,
  errors: readonly string[],
): BatchProblem {
  const quoted = errors.map(quoting);
  const [first = 'Invalid row'] = quoted;
  const group = uploadGroupOf(first);
  tally.groups[group] = (tally.groups[group] ?? 0) + 1;
  const exists = group === 'Already in Database';
  if (exists) tally.existing += 1;
  return {
    n: row,
    outcome: exists || group === 'Duplicates in File' ? 'skipped' : 'failed',
    item: `Row ${row}`,
    message: quoted.join('; '),
    data: { errors: quoted, cells } satisfies RowProblem,
  };
}

export const alreadyThere = (orderId: string) => `Order ID ${orderId} already exists in database`;

/** Converts the tally to a batch step. */
export function stepOf(tally: Tally, problems: readonly BatchProblem[]): BatchStep<Tally> {
  const { groups, rows, total, valid } = tally;
  const skipped = (groups['Already in Database'] ?? 0) + (groups['Duplicates in File'] ?? 0);
  const failed = errorsOf(tally) - skipped;
  return {
    cursor: structuredClone(tally),
    done: rows,
    counts: { successful: valid, skipped, failed },
    ...(total !== null && { total }),
    problems,
  };
}
