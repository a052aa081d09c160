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

export const formatted = (n: number) => n.toLocaleString('en-US');

const { columns, cells: cellLimit, cellCharacters, rowCharacters, rows: rowLimit } = uploadLimits;

/** @throws SheetWrong when a row, empty ones included, is below the last that may be. */
export function checkRowNumber(row: number): void {
  if (row > rowLimit + 1)
    throw new SheetWrong(
      `There are more than ${formatted(rowLimit)} rows, empty ones included: delete empty rows at the end, or split the file`,
      row,
    );
}

/** A row of more cells than a row may have, though they may all be empty. */
export const tooManyCells = (row: number) =>
  new SheetWrong(
    `Row ${row} has more than ${formatted(cellLimit)} columns; at most ${columns} may hold values: delete the columns that hold no lead data`,
    row,
  );

/** @throws SheetWrong when a value is too long, or in a column beyond the last that may hold one. */
export function checkCell(row: number, column: number, value: string): void {
  if (column >= columns && value.trim() !== '')
    throw new SheetWrong(
      `Row ${row} has a value in column ${letterOf(column)}; at most ${columns} columns may hold values: delete the columns that hold no lead data`,
      row,
    );
  if (value.length > cellCharacters)
    throw new SheetWrong(
      `Row ${row}, column ${letterOf(column)} holds ${formatted(value.length)} characters; at most ${formatted(cellCharacters)} are read: shorten it`,
      row,
    );
}

/** @throws SheetWrong when the cells of a row are too long together. */
export function checkRowLength(row: number, characters: number): void {
  if (characters > rowCharacters)
    throw new SheetWrong(
      `Row ${row} holds more than ${formatted(rowCharacters)} characters in all its cells: shorten them`,
      row,
    );
}

/** Checks all limits of a row that was read whole. */
export function checkLimits(row: number, cells: readonly string[]): void {
  checkRowNumber(row);
  if (cells.length > cellLimit) throw tooManyCells(row);
  if (cells.length > columns)
    throw new SheetWrong(
      `Row ${row} has ${formatted(cells.length)} columns, as far as ${letterOf(cells.length - 1)}; at most ${columns} may hold values: delete the columns that hold no lead data`,
      row,
    );
  let characters = 0;
  for (const [column, cell] of cells.entries()) {
    checkCell(row, column, cell);
    characters += cell.length;
  }
  checkRowLength(row, characters);
}

/** A list of rows is handed on when it has so many rows, or so many characters: a message between processes. */
const LIST_ROWS = 200;
const LIST_CHARACTERS = 256 * 1024;

/** Collects rows into lists of bounded size. */
export class RowList {
  #rows: Row[] = [];
  #characters = 0;

  add(row: Row): void {
    this.#rows.push(row);
    for (const cell of row.cells) this.#characters += cell.length;
  }

  get isFull(): boolean {
    return this.#rows.length >= LIST_ROWS || this.#characters >= LIST_CHARACTERS;
  }

  /** The rows since the last call. */
  take(): Row[] {
    const rows = this.#rows;
    this.#rows = [];
    this.#characters = 0;
    return rows;
  }
}
