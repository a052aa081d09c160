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

/**
 * Yields the rows of a sheet in the order of its XML. A formula yields the value that was computed last.
 * @throws SheetWrong when the sheet is damaged, exceeds a limit, or has merged cells among its rows
 */
export async function* sheetRows(part: SheetPart): AsyncGenerator<Row[]> {
  const list = new RowList();
  let row = 0;
  let cells: string[] = [];
  /** Number of <c> elements in this row, whichever column they reference. */
  let cellCount = 0;
  let characters = 0;
  let wrong: { column: number; message: string }[] = [];
  let signs: { column: number; sign: string }[] = [];
  let cell: Cell | null = null;
  let takesText = false;
  let inAid = false;
  let last = 0;
  let widest = 0;
  /** Merged ranges come after the rows in the XML, so `last` and `widest` are final here. */
  const touched = (range: string) => {
    const [, letters = '', number = ''] = /^\$?([A-Z]+)\$?(\d+)/.exec(range) ?? [];
    const at = columnOf(letters);
    if (Number(number) <= last && at < widest) throw merged(range, Number(number), at);
  };

  const open = (element: Element) => {
    switch (element.name) {
      case 'row': {
        const next = Number(attribute(element, 'r') ?? row + 1);
        if (!(next > row && next <= LAST_ROW))
          throw new SheetWrong(`After row ${row} the sheet has a row ${next}: it is damaged`);
        row = next;
        cells = [];
        wrong = [];
        signs = [];
        cellCount = 0;
        characters = 0;
        return;
      }
      case 'c':
        cellCount += 1;
        if (cellCount > uploadLimits.cells) throw tooManyCells(row);
        cell = cellOf(element, cell?.column ?? -1, row);
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
        touched(attribute(element, 'ref') ?? '');
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
        if (cell) take(cell);
        return;
      case 'row': {
        cell = null;
        const kept = withoutTail(cells);
        if (!kept) return;
        checkLimits(row, kept);
        last = row;
        widest = Math.max(widest, kept.length);
        list.add({
          row,
          cells: kept,
          wrong: wrong.length > 0 ? wrong : NOTHING_WRONG,
          signs: signs.length > 0 ? signs : NO_SIGNS,
        });
        return;
      }
      default:
    }
  };
  const text = (more: string) => {
    if (!takesText || !cell) return;
    cell.value += more;
    // The raw text can be seven times longer than the value (_x000D_ is one character), so this limit is wider.
    // `take` checks the final length.
    if (cell.value.length > uploadLimits.rowCharacters)
      throw new SheetWrong(
        `Row ${row}, column ${letterOf(cell.column)} holds more than ${formatted(uploadLimits.cellCharacters)} characters: shorten it`,
      );
  };
  const take = (done: Cell) => {
    const problem = problemOf(done);
    if (problem) wrong.push({ column: done.column, message: `Column ${letterOf(done.column)} ${problem}` });
    // A cell with a problem keeps its raw value for display.
    const value = problem ? done.value || '=' : textOf(done, part, row);
    if (value === '') return;
    if (done.column >= uploadLimits.cells) throw tooManyCells(row);
    checkCell(row, done.column, value);
    characters += value.length;
    checkRowLength(row, characters);
    while (cells.length < done.column) cells.push('');
    cells[done.column] = value;
    const format = done.type === 'n' ? part.formats[done.style] : null;
    if (format?.kind === 'currency') signs.push({ column: done.column, sign: format.sign });
  };

  for await (const _ of parseXml(part.name, part.bytes, { open, close, text })) {
    if (list.isFull) yield list.take();
  }
  yield list.take();
}
