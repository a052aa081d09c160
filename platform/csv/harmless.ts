/** The signs with which spreadsheets let a formula begin, also as Chinese and Japanese keyboards type them. */
const SIGN = '[=+\\-@＝＋－＠]';

/**
 * What a spreadsheet takes for a formula when it is a cell: a sign after white space or quotes, and whatever begins with a
 * tab or a carriage return, which programs drop. Apostrophes before it count, so that each can be told from ours.
 */
const formula = new RegExp(`^'*(?:[\\s"]*${SIGN}|[\\t\\r])`);

/**
 * A sign within a text that would begin a cell if the file were read with another separator, or if its quotes were not
 * understood. White space is that which separates nothing, so that each character is looked at once.
 */
const afterSeparator = `[,;\\t\\r\\n](?:[^\\S\\t\\r\\n]|")*`;
const inner = new RegExp(`(${afterSeparator})('*)(?=${SIGN})`, 'g');
const innerEscaped = new RegExp(`(${afterSeparator})'('*)(?=${SIGN})`, 'g');
const anySign = new RegExp(`${SIGN}|^'*[\\t\\r]`);

/**
 * Text for a cell of a .csv, where a spreadsheet decides by its looks what it is: an apostrophe goes before it if it could
 * be a formula, and before each sign within it that another separator (comma, semicolon, tab) would make the beginning of
 * a cell. In .xlsx every cell has a type, and text is never a formula.
 */
export function harmless(text: string): string {
  if (!anySign.test(text)) return text;
  const whole = text.replace(inner, "$1'$2");
  return formula.test(text) ? `'${whole}` : whole;
}

/** Whether an apostrophe before a cell keeps it from being a formula. */
export const isKeptText = (cell: string): boolean => cell.startsWith("'") && formula.test(cell.slice(1));

/** The text that `harmless` was given. */
export function undoHarmless(cell: string): string {
  if (cell.startsWith("'")) {
    const text = undoInner(cell.slice(1));
    if (formula.test(text)) return text;
  }
  return undoInner(cell);
}

const undoInner = (text: string) => text.replace(innerEscaped, '$1$2');
