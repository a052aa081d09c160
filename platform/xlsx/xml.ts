export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

const replacements: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '\t',
  '\n': '\n',
  // XML readers turn a bare carriage return into a line feed.
  '\r': '_x000D_',
  // XML forbids both: one of them makes the whole file unreadable.
  '\ufffe': '\ufffd',
  '\uffff': '\ufffd',
  // A spreadsheet reads _x0041_ as A, so the first character of such an escape is escaped.
  _: '_x005F_',
};

const special = /[&<>"\ufffe\uffff]|[^\P{Cc}\x7f-\x9f]|_(?=x[0-9A-Fa-f]{4}_)/gu;

/**
 * Text of XML that a spreadsheet reads as the same text. Control characters that XML does not allow are left out: those
 * below U+0020 other than tab and line ends.
 */
export const escaped = (text: string): string =>
  text.replace(special, (character) => replacements[character] ?? '');

/** A text with a special character, or with white space at an end, which a spreadsheet drops without xml:space. */
const notPlain = /[&<>"\ufffe\uffff]|[^\P{Cc}\x7f-\x9f]|_x|^\s|\s$/u;

/** The contents of a text cell of the type inlineStr, which is never a formula. */
export const inlineText = (text: string): string =>
  notPlain.test(text) ? `<is><t xml:space="preserve">${escaped(text)}</t></is>` : `<is><t>${text}</t></is>`;
