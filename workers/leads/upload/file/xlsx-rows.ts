import { uploadLimits } from '@crm/contracts/leads/upload-file.ts';
import { cutText } from '@crm/events/language/text.ts';
import { merged, numberText } from './cells.ts';
import type { NumberFormat } from './number-formats.ts';
import type { SharedStrings } from './shared-strings.ts';
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
import { attribute, type Element, parseXml, unescaped } from './xml.ts';

export type SheetPart = {
  name: string;
  bytes: AsyncIterable<Buffer>;
  strings: SharedStrings;
  /** The number format of each cell style. */
  formats: readonly (NumberFormat | null)[];
  since1904: boolean;
};

/** The cell that is being read. */
type Cell = {
  column: number;
  type: string;
  style: number;
  value: string;
  hasFormula: boolean;
  hasValue: boolean;
};

/** Maximum characters of a shown error; the longest error of Excel is '#GETTING_DATA'. */
const LONGEST_ERROR = 20;
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
          throw new SheetWrong(`After row ${row} the sheet has a row ${next}: it is damaged`, row);
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
        row,
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

function cellOf(element: Element, before: number, row: number): Cell {
  const reference = attribute(element, 'r');
  const letters = reference === undefined ? null : /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined)
    throw new SheetWrong(`Row ${row} has a cell ${reference}: the sheet is damaged`, row);
  return {
    column: letters === null ? before + 1 : columnOf(letters),
    type: attribute(element, 't') ?? 'n',
    style: Number(attribute(element, 's') ?? 0),
    value: '',
    hasFormula: false,
    hasValue: false,
  };
}

/** A is 0, AA is 26. */
function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function problemOf({ type, value, hasFormula, hasValue }: Cell): string | null {
  if (type === 'e') return `holds the error ${cutText(value, LONGEST_ERROR) || '#ERROR'}`;
  if (hasFormula && !hasValue)
    return 'holds a formula that was never computed: open the file in a spreadsheet program and save it';
  return null;
}

function textOf({ type, style, value, column }: Cell, part: SheetPart, row: number): string {
  switch (type) {
    case 's': {
      if (value === '') return '';
      const text = part.strings.get(Number(value));
      if (text === null)
        throw new SheetWrong(
          `Row ${row}, column ${letterOf(column)} points to a text that is not there: the file is damaged`,
          row,
        );
      return unescaped(text);
    }
    case 'str':
    case 'inlineStr':
      return unescaped(value);
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'd':
      return cutText(value.replace(/T00:00:00(?:\.0+)?Z?$/, ''), 19);
    default: {
      const number = Number(value);
      if (value.trim() === '' || !Number.isFinite(number)) return value;
      return numberText(number, part.formats[style] ?? null, part.since1904);
    }
  }
}
