import { inTemplate, type NumberFormat } from './number-formats.ts';
import { dateOf } from './serial-dates.ts';
import { letterOf, SheetWrong } from './sheet.ts';

/** Formats a spreadsheet's number: as a date or with its leading zeros when its cell shows them, otherwise as typed. */
export function numberText(value: number, format: NumberFormat | null, since1904: boolean): string {
  if (format?.kind === 'date') return dateOf(value, since1904) ?? typed(value);
  const text = typed(value);
  return format?.kind === 'digits' && /^\d+$/.test(text) ? inTemplate(format.template, text) : text;
}

/** 19.99 when the file has 19.989999999999998. */
function typed(value: number): string {
  const rounded = Number(value.toPrecision(15));
  return Number.isInteger(rounded) && Math.abs(rounded) < 1e21 ? BigInt(rounded).toString() : String(rounded);
}

/** Returns the error for merged cells: they share one value, so the row or column that it belongs to is ambiguous. */
export function merged(range: string, row: number, column: number): SheetWrong {
  return new SheetWrong(
    `Cells ${range} are merged (row ${row}, column ${letterOf(column)}): unmerge them, so that each cell has a value of its own`,
  );
}
