/** The ends of the names of files that an upload accepts. */
export const uploadTypes = ['.csv', '.xlsx', '.xls'] as const;

/**
 * The limits of an uploaded file; each applies. A file above `bytes` is refused with 413 while it arrives.
 * The other limits are checked while reading, and nothing is written from a file that exceeds one. An .xls
 * file is read into memory as a whole, so its limit is lower.
 */
export const uploadLimits = {
  bytes: 200 * 1024 * 1024,
  xlsBytes: 30 * 1024 * 1024,
  /** Rows below the header, including empty ones. */
  rows: 2_000_000,
  /** Columns with values. */
  columns: 200,
  /** Cells of one row, including trailing empty ones that some programs write: the column limit of Excel. */
  cells: 16_384,
  /** UTF-16 units of all cells of one row. */
  rowCharacters: 1_000_000,
  /** UTF-16 units of one cell, as in Excel. */
  cellCharacters: 32_767,
} as const;

/** Bytes at the start of a file that show what it is. */
export const HEAD_BYTES = 4096;

/** Other file types that users send, by their first bytes. */
const others: readonly [magic: string, what: string][] = [
  ['%PDF', 'a PDF'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
  ['GIF8', 'a picture'],
  ['\x1f\x8b', 'a gzip archive'],
  ['Rar!', 'a RAR archive'],
  ['7z\xbc\xaf', 'a 7-Zip archive'],
  ['{\\rtf', 'a text document'],
];

/** Why a zip archive or a compound file is no spreadsheet that can be read. */
export const containerProblems = {
  office: 'The file is another office document, not a spreadsheet: send .csv, .xlsx or .xls',
  binary: 'The file is a binary workbook (.xlsb): save it as .xlsx or .csv',
  openDocument: 'The file is an OpenDocument file: save it as .xlsx or .csv',
  archive: 'The file is a zip archive, not a workbook: send .csv, .xlsx or .xls',
  encrypted: 'The workbook is encrypted: save it without a password and send that',
} as const;

/** The formats of spreadsheets by their content; the file name is ignored. */
export type ContentKind = 'zip' | 'compound' | 'text';

const COMPOUND = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** A zip (.xlsx), a compound file (.xls) or text, by the first bytes of a file. */
export function contentKind(head: Uint8Array): ContentKind {
  const begins = String.fromCharCode(...head.subarray(0, COMPOUND.length));
  if (begins.startsWith('PK')) return 'zip';
  return begins === COMPOUND ? 'compound' : 'text';
}

/** Why a zip with these parts is certainly no .xlsx workbook; null when it may be one. */
export function zipProblem(names: readonly string[]): string | null {
  const parts = names.map((name) => name.replace(/^\//, '').toLowerCase());
  const isWorkbook = (type: string) => parts.some((part) => part.includes('workbook') && part.endsWith(type));
  if (isWorkbook('.xml')) return null;
  if (isWorkbook('.bin')) return containerProblems.binary;
  if (parts.includes('_rels/.rels')) return containerProblems.office;
  if (parts.includes('content.xml') && parts.includes('mimetype')) return containerProblems.openDocument;
  return containerProblems.archive;
}

/** Why a compound file with these entries is certainly no .xls workbook; null when it may be one. */
export function compoundProblem(names: readonly string[]): string | null {
  const entries = names.map((name) => name.toLowerCase());
  if (entries.includes('encryptedpackage')) return containerProblems.encrypted;
  return entries.includes('workbook') || entries.includes('book') ? null : containerProblems.office;
}

/**
 * Why a file with these first bytes is certainly no spreadsheet; null when it may be one. A zip archive, a compound file
 * and plain text may be.
 */
export function contentProblem(head: Uint8Array): string | null {
  if (head.length === 0) return 'The file is empty';
  const begins = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  const other = others.find(([magic]) => begins.startsWith(magic));
  if (other) return `The file is ${other[1]}, not a spreadsheet: send .csv, .xlsx or .xls`;
  const text = begins.trimStart().toLowerCase();
  if (/^(?:\xef\xbb\xbf)?<(?:!doctype|html|table|\?xml)/.test(text))
    return 'The file is a web page or XML, whatever its name: open it in a spreadsheet program and save it as .xlsx or .csv';
  return null;
}
