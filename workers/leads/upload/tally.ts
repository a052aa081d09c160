import { type UploadGroup, uploadGroupOf } from '@crm/contracts/leads/upload.ts';
import type { RowProblem } from '@crm/events/leads/upload.ts';
import type { BatchProblem, BatchStep } from '@crm/platform/batches/kind.ts';
import { quoting } from './file/sheet.ts';
import type { CheckedRow } from './rows/check.ts';

/** How far an upload has come, and all that it has counted: what it goes on from after a kill. */
export type Tally = {
  /** The last row that was gone through. */
  row: number;
  /** Rows that hold anything, up to there; and in the whole file, once that is known. */
  rows: number;
  total: number | null;
  /** Rows that became leads, or would. */
  valid: number;
  existing: number;
  groups: Partial<Record<UploadGroup, number>>;
  /** Leads that each operator was given, by id. */
  given: Record<string, number>;
};

export const newTally = (): Tally => ({
  row: 1,
  rows: 0,
  total: null,
  valid: 0,
  existing: 0,
  groups: {},
  given: {},
});

export const errorsOf = ({ groups }: Tally) => Object.values(groups).reduce((sum, count) => sum + count, 0);

/** Counts a row that cannot be a lead, by what is said of it first, and gives what is kept of it. */
export function noteProblem(
  tally: Tally,
  { row, cells }: Pick<CheckedRow, 'row' | 'cells'>,
  errors: readonly string[],
): BatchProblem {
  const said = errors.map(quoting);
  const [first = 'Is not as it should be'] = said;
  const group = uploadGroupOf(first);
  tally.groups[group] = (tally.groups[group] ?? 0) + 1;
  const exists = group === 'Already in Database';
  if (exists) tally.existing += 1;
  const data: RowProblem = { errors: said, cells };
  return {
    n: row,
    outcome: exists || group === 'Duplicates in File' ? 'skipped' : 'failed',
    item: `Row ${row}`,
    message: said.join('; '),
    data,
  };
}

export const alreadyThere = (orderId: string) => `Order ID ${orderId} already exists in database`;

/** As the batch keeps it. */
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
