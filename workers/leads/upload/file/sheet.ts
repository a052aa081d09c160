import { uploadLimits } from '@crm/contracts/leads/upload-file.ts';
import { cutText, storable } from '@crm/events/language/text.ts';

/** A row that is not empty. `row` is the spreadsheet's row number: the header is row 1. */
export type Row = {
  row: number;
  /** Text of each cell from column A to the last cell that is not blank. */
  cells: string[];
  /** Cells without a usable value: a spreadsheet error, or a formula that was never computed. */
  wrong: readonly { column: number; message: string }[];
  /** Currencies of number formats. They are no part of `cells`: only an amount is read with them. */
  signs: readonly { column: number; sign: string }[];
};

/** An opened spreadsheet of any format. Rows arrive in order, in small lists, without the empty ones. */
export type Sheet = {
  format: 'csv' | 'xlsx' | 'xls';
  /** Text for the screen: encoding and delimiter, or the sheet's name. */
  details: string;
  rows: AsyncIterable<Row[]>;
};

/** Maximum length of a message that quotes a cell: long enough to identify the cell. */
const LONGEST_MESSAGE = 500;

/** Makes a message that quotes file content storable and cuts it to 500 characters. */
export const quoting = (message: string): string => cutText(storable(message), LONGEST_MESSAGE);

/** 'Sheet “Leads”, the first of 3' */
export const sheetDetails = (name: string, count: number): string =>
  `Sheet “${cutText(storable(name), 100)}”${count > 1 ? `, the first of ${count}` : ''}`;

/** The whole file is refused. The message names the place of the problem and the remedy. */
export class SheetWrong extends Error {
  override name = 'SheetWrong';
  constructor(message: string) {
    super(quoting(message));
  }
}

export const NOTHING_WRONG: Row['wrong'] = [];
export const NO_SIGNS: Row['signs'] = [];

/** 0 is A, 25 is Z, 26 is AA. */
export function letterOf(column: number): string {
  const high = Math.floor(column / 26) - 1;
  return (high >= 0 ? letterOf(high) : '') + String.fromCharCode(65 + (column % 26));
}

/** Removes blank cells from the end of a row. Returns null when all cells are blank. */
export function withoutTail(cells: string[]): string[] | null {
  let length = cells.length;
  while (length > 0 && (cells[length - 1] ?? '').trim() === '') length -= 1;
  if (length === 0) return null;
  return length === cells.length ? cells : cells.slice(0, length);
}

export const formatted = (n: number) => n.toLocaleString('en-US');

const { columns, cells: cellLimit, cellCharacters, rowCharacters, rows: rowLimit } = uploadLimits;

/** @throws SheetWrong when a row number exceeds the limit; empty rows count */
export function checkRowNumber(row: number): void {
  if (row > rowLimit + 1)
    throw new SheetWrong(
      `There are more than ${formatted(rowLimit)} rows, empty ones included: delete empty rows at the end, or split the file`,
    );
}

/** Returns the error for a row with too many cells; blank cells count. */
export const tooManyCells = (row: number) =>
  new SheetWrong(
    `Row ${row} has more than ${formatted(cellLimit)} columns; at most ${columns} may hold values: delete the columns that hold no lead data`,
  );

/** @throws SheetWrong when a value is too long, or its column is beyond the last allowed one */
export function checkCell(row: number, column: number, value: string): void {
  if (column >= columns && value.trim() !== '')
    throw new SheetWrong(
      `Row ${row} has a value in column ${letterOf(column)}; at most ${columns} columns may hold values: delete the columns that hold no lead data`,
    );
  if (value.length > cellCharacters)
    throw new SheetWrong(
      `Row ${row}, column ${letterOf(column)} holds ${formatted(value.length)} characters; at most ${formatted(cellCharacters)} are read: shorten it`,
    );
}

/** @throws SheetWrong when the cells of a row exceed the limit of characters in total */
export function checkRowLength(row: number, characters: number): void {
  if (characters > rowCharacters)
    throw new SheetWrong(
      `Row ${row} holds more than ${formatted(rowCharacters)} characters in all its cells: shorten them`,
    );
}

/** Checks all limits of a complete row. @throws SheetWrong when the row exceeds one */
export function checkLimits(row: number, cells: readonly string[]): void {
  checkRowNumber(row);
  if (cells.length > cellLimit) throw tooManyCells(row);
  if (cells.length > columns)
    throw new SheetWrong(
      `Row ${row} has ${formatted(cells.length)} columns, as far as ${letterOf(cells.length - 1)}; at most ${columns} may hold values: delete the columns that hold no lead data`,
    );
  let characters = 0;
  for (const [column, cell] of cells.entries()) {
    checkCell(row, column, cell);
    characters += cell.length;
  }
  checkRowLength(row, characters);
}

/** A list of rows is one message between processes. It is sent when it reaches either limit. */
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

  /** Returns the rows added since the last call. */
  take(): Row[] {
    const rows = this.#rows;
    this.#rows = [];
    this.#characters = 0;
    return rows;
  }
}
