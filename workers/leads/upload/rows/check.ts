import type { UploadField } from '@crm/contracts/leads/upload-columns.ts';
import type { UploadColumnFound } from '@crm/contracts/leads/upload-results.ts';
import type { UploadDates } from '@crm/events/leads/upload.ts';
import { isKeptText, undoHarmless } from '@crm/platform/csv/harmless.ts';
import { type Row, type Sheet, SheetWrong } from '../file/sheet.ts';
import {
  type Columns,
  columnsOf,
  ERROR_COLUMN,
  holdToOneHeader,
  type Mapping,
  missingOf,
  unknownOf,
} from './columns.ts';
import { DateSurvey } from './dates.ts';
import { leadOf, type Rules, type UploadedLead } from './lead.ts';
import { OrderIds } from './order-id.ts';
import { isMoney } from './product.ts';

/** A row below the header: a lead, or the errors of the row. */
export type CheckedRow = { row: number; cells: string[] } & (
  | { kind: 'lead'; lead: UploadedLead }
  | { kind: 'wrong'; errors: string[] }
);

/** Properties of a file that are known once its header was read. */
export type Opened = {
  format: Sheet['format'];
  details: string;
  columns: readonly UploadColumnFound[];
  unknown: { name: string; suggestion: UploadField | null }[];
  /** A message for each missing column. If there are any, no row is checked. */
  missing: string[];
};

export type CheckedPart =
  | { kind: 'opened'; opened: Opened }
  | { kind: 'rows'; rows: CheckedRow[]; total: number }
  | { kind: 'end'; total: number; dates: UploadDates };

export type Checking = {
  mapping: Mapping;
  remembered: Mapping;
  rules: Rules;
  /**
   * Rows up to this number are checked but not returned: the batch has processed them. Infinity: the rows are only
   * counted, and their dates surveyed.
   */
  after: number;
};

/**
 * Checks a sheet: first its header, then each row. Rows are independent of each other except for order ids: of rows
 * with the same id, the first valid one keeps it.
 * @throws SheetWrong when the whole file is refused
 */
export async function* check(
  sheet: Sheet,
  { mapping, remembered, rules, after }: Checking,
): AsyncGenerator<CheckedPart> {
  let columns: Columns | null = null;
  let missing: string[] = [];
  let bare = bareInAnyFile;
  let total = 0;
  const orderIds = new OrderIds();
  const dates = new DateSurvey();
  for await (const rows of sheet.rows) {
    const checked: CheckedRow[] = [];
    for (const row of rows) {
      if (!columns) {
        bare = row.cells.includes(ERROR_COLUMN) ? bareInErrorsFile : bareInAnyFile;
        columns = columnsOf({ ...row, cells: row.cells.map(bare) }, mapping, remembered);
        missing = missingOf(columns, rules.useOfferPrice);
        const unknown = unknownOf(columns);
        const { format, details } = sheet;
        yield { kind: 'opened', opened: { format, details, columns: columns.found, unknown, missing } };
        continue;
      }
      total += 1;
      if (total === 1) holdToOneHeader(columns, row);
      if (after === Number.POSITIVE_INFINITY) {
        const date = columns.at.get('Date');
        if (date !== undefined) dates.note(bare(row.cells[date] ?? '').trim(), row.row);
        continue;
      }
      if (missing.length > 0) continue;
      const one = checkRow(row, row.cells.map(bare), { columns, rules, orderIds });
      if (row.row > after) checked.push(one);
    }
    if (columns) yield { kind: 'rows', rows: checked, total };
  }
  if (!columns) throw new SheetWrong('The file is empty');
  if (total === 0) throw new SheetWrong('There are no rows below the header: add one for each lead');
  yield { kind: 'end', total, dates: dates.found() };
}

const longNumber = /^'+\d{12,}$/;

/** Removes the apostrophes that an errors file adds to keep a cell a text (projections/leads/upload.ts). */
const bareInErrorsFile = (cell: string) => (longNumber.test(cell) ? cell.slice(1) : undoHarmless(cell));

/** In other files, removes only an apostrophe at the start of a cell: "cold, '-5 degrees" stays unchanged. */
const bareInAnyFile = (cell: string) => (longNumber.test(cell) || isKeptText(cell) ? cell.slice(1) : cell);

type OfSheet = { columns: Columns; rules: Rules; orderIds: OrderIds };

function checkRow(row: Row, cells: string[], { columns, rules, orderIds }: OfSheet): CheckedRow {
  const place = { row: row.row, cells: shownCells(row, cells, columns) };
  const lead = leadOrErrors(row, cells, columns, rules);
  if ('errors' in lead) return { ...place, kind: 'wrong', errors: lead.errors };
  const before = orderIds.take(lead.orderId, row.row);
  if (before === null) return { ...place, kind: 'lead', lead };
  return { ...place, kind: 'wrong', errors: [`Duplicate Order ID in file: the same as in row ${before}`] };
}

/** Puts the currencies of number formats before their amounts, so that an errors file keeps them. */
function shownCells({ signs }: Row, cells: string[], { found }: Columns): string[] {
  const shown = signs.length === 0 ? cells : [...cells];
  for (const { column, sign } of signs)
    if (isMoney(found[column]?.field)) shown[column] = `${sign}${cells[column]}`;
  return shown;
}

/** Reports an exception caused by one row as an error of that row, so that the other rows are saved. */
function leadOrErrors(
  row: Row,
  cells: string[],
  columns: Columns,
  rules: Rules,
): UploadedLead | { errors: string[] } {
  try {
    return leadOf({ ...row, cells }, columns, rules);
  } catch (error) {
    return { errors: [`The row could not be checked because of an error in the program: ${String(error)}`] };
  }
}
