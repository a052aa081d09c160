import { cutText } from '@crm/events/language/text.ts';
import { numberText } from './cells.ts';
import type { NumberFormat } from './number-formats.ts';
import type { SharedStrings } from './shared-strings.ts';
import { letterOf, SheetWrong } from './sheet.ts';
import { attribute, type Element, unescaped } from './xml.ts';

/** The parts of a workbook that the cells of a sheet refer to. */
export type CellSource = {
  strings: SharedStrings;
  /** The number format of each cell style. */
  formats: readonly (NumberFormat | null)[];
  since1904: boolean;
};

/** The cell that is being read. */
export type Cell = {
  column: number;
  type: string;
  style: number;
  value: string;
  hasFormula: boolean;
  hasValue: boolean;
};

/** Maximum characters of a shown error; the longest error of Excel is '#GETTING_DATA'. */
const LONGEST_ERROR = 20;

/**
 * Opens a cell without its value.
 * @param before the column of the cell before it, for cells without a reference
 * @throws SheetWrong when its reference is damaged
 */
export function cellOf(element: Element, before: number, row: number): Cell {
  const reference = attribute(element, 'r');
  const letters = reference === undefined ? null : /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) throw new SheetWrong(`Row ${row} has a cell ${reference}: the sheet is damaged`);
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
export function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Why the value of a cell cannot be used; null if it can. */
export function problemOf({ type, value, hasFormula, hasValue }: Cell): string | null {
  if (type === 'e') return `holds the error ${cutText(value, LONGEST_ERROR) || '#ERROR'}`;
  if (hasFormula && !hasValue)
    return 'holds a formula that was never computed: open the file in a spreadsheet program and save it';
  return null;
}

/** The value of a cell as text. @throws SheetWrong when it points to a text that is not there */
export function textOf({ type, style, value, column }: Cell, source: CellSource, row: number): string {
  switch (type) {
    case 's': {
      if (value === '') return '';
      const text = source.strings.get(Number(value));
      if (text === null)
        throw new SheetWrong(
          `Row ${row}, column ${letterOf(column)} points to a text that is not there: the file is damaged`,
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
      return numberText(number, source.formats[style] ?? null, source.since1904);
    }
  }
}
