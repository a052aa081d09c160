/** The ends of the names of files that an upload accepts. */
export const uploadTypes = ['.csv', '.xlsx', '.xls'] as const;

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
