import { harmless, mayChange } from './harmless.ts';

/** Excel needs it to detect UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A text, which is escaped against formulas; or `asIs`: a number, date or phone of our own code, written unchanged. */
export type CsvCell = string | { asIs: string };

/**
 * Formats a line of a .csv (RFC 4180). Quotes cells with a comma, semicolon or tab, so that programs that use another
 * separator read the same cells.
 *
 * csv-stringify does not escape formulas after another separator. It also cannot reverse its escapes, which the errors
 * file of an upload needs: users correct it and upload it again.
 */
export const csvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map((cell) => (typeof cell === 'string' ? csvText(cell) : quoted(cell.asIs))).join(',')}\r\n`;

/** Formats a text as a cell: escaped against formulas, and quoted where needed. */
export const csvText = (text: string): string => (mayChange.test(text) ? quoted(harmless(text)) : text);

const quoted = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
