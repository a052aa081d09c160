import { letterOf, SheetWrong } from './sheet.ts';

/** A spreadsheet's number as a person wrote it: 19.99, though 19.989999999999998 is what the file says. */
export function numberText(value: number): string {
  const rounded = Number(value.toPrecision(15));
  return Number.isInteger(rounded) && Math.abs(rounded) < 1e21 ? BigInt(rounded).toString() : String(rounded);
}

/** Merged cells have one value for several rows or columns, and nobody can say for which of them it holds. */
export function merged(range: string, row: number, column: number): SheetWrong {
  return new SheetWrong(
    `Cells ${range} are merged (row ${row}, column ${letterOf(column)}): unmerge them, so that each cell has a value of its own`,
    row,
  );
}
