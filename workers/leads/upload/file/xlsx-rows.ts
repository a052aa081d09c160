import { uploadLimits } from '@crm/contracts/leads/upload-file.ts';
import { merged } from './cells.ts';
import {
  checkCell,
  checkLimits,
  checkRowLength,
  formatted,
  letterOf,
  NO_SIGNS,
  NOTHING_WRONG,
  type Row,
  RowList,
  SheetWrong,
  tooManyCells,
  withoutTail,
} from './sheet.ts';
import { type Cell, type CellSource, cellOf, columnOf, problemOf, textOf } from './xlsx-cell.ts';
import { attribute, type Element, parseXml } from './xml.ts';

export type SheetPart = CellSource & { name: string; bytes: AsyncIterable<Buffer> };

/** The last row that a workbook can have. */
const LAST_ROW = 1_048_576;

/** The row that is being read. */
type OpenRow = {
  row: number;
  cells: string[];
  /** Number of <c> elements in this row, whichever column they reference. */
  cellCount: number;
  characters: number;
  wrong: { column: number; message: string }[];
  signs: { column: number; sign: string }[];
};

const openRow = (row: number): OpenRow => ({
  row,
  cells: [],
  cellCount: 0,
  characters: 0,
  wrong: [],
  signs: [],
});

/**
 * Yields the rows of a sheet in the order of its XML. A formula yields the value that was computed last.
 * @throws SheetWrong when the sheet is damaged, exceeds a limit, or has merged cells among its rows
 */
export async function* sheetRows(part: SheetPart): AsyncGenerator<Row[]> {
  const list = new RowList();
  let current = openRow(0);
  let cell: Cell | null = null;
  let takesText = false;
  let inAid = false;
  let last = 0;
  let widest = 0;

  const open = (element: Element) => {
    switch (element.name) {
      case 'row':
        current = openRow(rowAfter(current.row, element));
        return;
      case 'c':
        current.cellCount += 1;
        if (current.cellCount > uploadLimits.cells) throw tooManyCells(current.row);
        cell = cellOf(element, cell?.column ?? -1, current.row);
        return;
      case 'v':
        takesText = true;
        if (cell) cell.hasValue = true;
        return;
      case 't':
        takesText = !inAid;
        return;
      case 'f':
        if (cell) cell.hasFormula = true;
        return;
      case 'rPh':
        inAid = true;
        return;
      case 'mergeCell':
        // Merged ranges come after the rows in the XML, so `last` and `widest` are final here.
        refuseMerged(attribute(element, 'ref') ?? '', last, widest);
        return;
      default:
    }
  };
  const close = (name: string) => {
    switch (name) {
      case 'v':
      case 't':
        takesText = false;
        return;
      case 'rPh':
        inAid = false;
        return;
      case 'c':
        if (cell) takeCell(current, cell, part);
        return;
      case 'row': {
        cell = null;
        const row = closeRow(current);
        if (!row) return;
        last = row.row;
        widest = Math.max(widest, row.cells.length);
        list.add(row);
        return;
      }
      default:
    }
  };
  const text = (more: string) => {
    if (takesText && cell) addText(cell, more, current.row);
  };

  for await (const _ of parseXml(part.name, part.bytes, { open, close, text })) {
    if (list.isFull) yield list.take();
  }
  yield list.take();
}

function rowAfter(before: number, element: Element): number {
  const next = Number(attribute(element, 'r') ?? before + 1);
  if (next > before && next <= LAST_ROW) return next;
  throw new SheetWrong(`After row ${before} the sheet has a row ${next}: it is damaged`);
}

/** @throws SheetWrong when a range such as 'B2:C3' begins among the rows, which end with row `last` and have `widest` columns */
function refuseMerged(range: string, last: number, widest: number): void {
  const [, letters = '', number = ''] = /^\$?([A-Z]+)\$?(\d+)/.exec(range) ?? [];
  const at = columnOf(letters);
  if (Number(number) <= last && at < widest) throw merged(range, Number(number), at);
}

function addText(cell: Cell, more: string, row: number): void {
  cell.value += more;
  // The raw text can be seven times longer than the value (_x000D_ is one character), so this limit is wider.
  // `takeCell` checks the final length.
  if (cell.value.length > uploadLimits.rowCharacters)
    throw new SheetWrong(
      `Row ${row}, column ${letterOf(cell.column)} holds more than ${formatted(uploadLimits.cellCharacters)} characters: shorten it`,
    );
}

/** Adds a cell that is complete to its row. */
function takeCell(current: OpenRow, cell: Cell, part: SheetPart): void {
  const { row, cells, wrong, signs } = current;
  const { column } = cell;
  const problem = problemOf(cell);
  if (problem) wrong.push({ column, message: `Column ${letterOf(column)} ${problem}` });
  // A cell with a problem keeps its raw value for display.
  const value = problem ? cell.value || '=' : textOf(cell, part, row);
  if (value === '') return;
  if (column >= uploadLimits.cells) throw tooManyCells(row);
  checkCell(row, column, value);
  current.characters += value.length;
  checkRowLength(row, current.characters);
  while (cells.length < column) cells.push('');
  cells[column] = value;
  const format = cell.type === 'n' ? part.formats[cell.style] : null;
  if (format?.kind === 'currency') signs.push({ column, sign: format.sign });
}

/** @returns the row without its empty end; null when all of it is empty */
function closeRow({ row, cells, wrong, signs }: OpenRow): Row | null {
  const kept = withoutTail(cells);
  if (!kept) return null;
  checkLimits(row, kept);
  return {
    row,
    cells: kept,
    wrong: wrong.length > 0 ? wrong : NOTHING_WRONG,
    signs: signs.length > 0 ? signs : NO_SIGNS,
  };
}
