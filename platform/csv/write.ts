import { harmless } from './harmless.ts';

/** Excel knows UTF-8 by it. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Text of anybody's, which is made harmless; or what our own code wrote and is no formula: a number, a date, a phone. */
export type CsvCell = string | { asIs: string };

/**
 * A line of a .csv as RFC 4180 describes it. Cells that hold any usual separator are quoted, not only commas, so that the
 * file reads the same where semicolons or tabs separate.
 *
 * csv-stringify does this too, but knows neither formulas behind another separator nor a way back for the errors of an
 * upload, which are corrected and sent again.
 */
export const csvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map((cell) => quoted(typeof cell === 'string' ? harmless(cell) : cell.asIs)).join(',')}\r\n`;

const quoted = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
