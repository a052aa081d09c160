import { uploadLimits } from '@crm/contracts/leads/upload.ts';
import { cutText, storable } from '@crm/events/language/text.ts';

/** One row that holds anything, numbered as the spreadsheet does: the header is row 1. */
export type Row = {
  row: number;
  /** Text of each cell, from column A on; as long as the last cell that holds anything. */
  cells: string[];
  /** Cells whose value is none: an error of the spreadsheet's, a formula that was never computed. */
  wrong: readonly { column: number; message: string }[];
};

/** A file as whatever kind it is, opened. Rows come in small lists, in order, those that are empty left out. */
export type Sheet = {
  format: 'csv' | 'xlsx' | 'xls';
  /** In words, for the screen: encoding and delimiter, or the sheet's name. */
  details: string;
  rows: AsyncIterable<Row[]>;
};

/** Of a message that quotes a cell: enough to find it by. */
const LONGEST_MESSAGE = 500;

/** A message about content, whatever it quotes: storable, and no longer than a person reads. */
export const quoting = (message: string): string => cutText(storable(message), LONGEST_MESSAGE);

/** 'Sheet “Leads”, the first of 3' */
export const sheetDetails = (name: string, count: number): string =>
  `Sheet “${cutText(storable(name), 100)}”${count > 1 ? `, the first of ${count}` : ''}`;

/** The file cannot be taken as a whole. The message says where, and what would be right. */
export class SheetWrong extends Error {
  override name = 'SheetWrong';
  readonly row: number;
  constructor(message: string, row = 1) {
    super(quoting(message));
    this.row = row;
  }
}

export const NOTHING_WRONG: Row['wrong'] = [];

/** 0 is A, 25 is Z, 26 is AA. */
export function letterOf(column: number): string {
  const high = Math.floor(column / 26) - 1;
  return (high >= 0 ? letterOf(high) : '') + String.fromCharCode(65 + (column % 26));
}

/** The cells of a row up to the last that is not blank; null when all are. */
export function withoutTail(cells: string[]): string[] | null {
  let length = cells.length;
  while (length > 0 && (cells[length - 1] ?? '').trim() === '') length -= 1;
  if (length === 0) return null;
  return length === cells.length ? cells : cells.slice(0, length);
}

const number = (n: number) => n.toLocaleString('en-US');

/** Refuses what is larger than any sheet of leads, by its row and column. */
export function holdToLimits(row: number, cells: readonly string[]): void {
  const { columns, cellCharacters, rowCharacters, rows } = uploadLimits;
  if (row > rows + 1)
    throw new SheetWrong(`There are more than ${number(rows)} rows: send them in several files`, row);
  if (cells.length > columns)
    throw new SheetWrong(
      `Row ${row} has ${number(cells.length)} columns, as far as ${letterOf(cells.length - 1)}; at most ${columns} are read`,
      row,
    );
  let whole = 0;
  for (const [column, cell] of cells.entries()) {
    whole += cell.length;
    if (cell.length > cellCharacters)
      throw new SheetWrong(
        `Row ${row}, column ${letterOf(column)} holds ${number(cell.length)} characters; at most ${number(cellCharacters)} are read`,
        row,
      );
  }
  if (whole > rowCharacters)
    throw new SheetWrong(`Row ${row} holds more than ${number(rowCharacters)} characters`, row);
}
