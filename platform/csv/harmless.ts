/** Characters that start a formula in spreadsheets, with their full-width forms from Chinese and Japanese keyboards. */
const SIGN = '[=+\\-@＝＋－＠]';

/**
 * A cell that a spreadsheet may read as a formula: a sign after optional white space and quotes, or any text that
 * starts with a tab or carriage return, which some programs drop. Leading apostrophes are allowed: such a text gets one
 * more, so that undoHarmless removes only the one that harmless added.
 */
const formula = new RegExp(`^'*(?:[\\s"]*${SIGN}|[\\t\\r])`);

/**
 * Matches the text before an inner sign that would start a cell in a program that uses another separator or ignores
 * quotes. The white space class excludes the separators, so that matching takes linear time.
 */
const afterSeparator = `[,;\\t\\r\\n](?:[^\\S\\t\\r\\n]|")*`;
const inner = new RegExp(`(${afterSeparator})('*)(?=${SIGN})`, 'g');
const innerEscaped = new RegExp(`(${afterSeparator})'('*)(?=${SIGN})`, 'g');
const separator = /[,;\t\r\n]/;

/**
 * Escapes text for a .csv cell, so that no spreadsheet runs it as a formula. Adds an apostrophe before a text that
 * could be a formula, and before each inner sign that would start a cell with another separator (comma, semicolon,
 * tab). Only .csv needs this: in .xlsx every cell has a type, and a text is never a formula.
 */
export function harmless(text: string): string {
  const whole = separator.test(text) ? text.replace(inner, "$1'$2") : text;
  return formula.test(text) ? `'${whole}` : whole;
}

/**
 * Matches every text that `harmless` changes or that needs quotes, and few others. Most texts of a file do not match, and
 * one test instead of three takes half the time.
 */
export const mayChange = new RegExp(`[",;\\t\\r\\n]|^['\\s]*${SIGN}`);

/** Returns whether the cell is a formula-like text behind an apostrophe. */
export const isKeptText = (cell: string): boolean => cell.startsWith("'") && formula.test(cell.slice(1));

/** Reverses `harmless`: returns the original text of a cell. */
export function undoHarmless(cell: string): string {
  if (cell.startsWith("'")) {
    const text = undoInner(cell.slice(1));
    if (formula.test(text)) return text;
  }
  return undoInner(cell);
}

const undoInner = (text: string) => text.replace(innerEscaped, '$1$2');
