/** What spreadsheets take for the beginning of a formula, also as Chinese and Japanese keyboards type it. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A plus, digits and spaces: nothing of it can be reckoned. */
const PHONE = /^\+[0-9 ]+$/;

/**
 * Text for a .csv, where a spreadsheet decides by its looks what it is: what it would take for a formula begins with an
 * apostrophe, as one types text there. A phone as +91 98200 11111 stays as it is, so that dialers can read it; with
 * hyphens or brackets a spreadsheet would reckon with it, and so it gets the apostrophe as well. In .xlsx every cell has
 * a type, and text is never a formula: there it stays as it is.
 */
export const harmless = (text: string): string =>
  FORMULA.test(text) && !PHONE.test(text) ? `'${text}` : text;
