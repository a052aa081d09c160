import { readSync } from 'node:fs';
import { SheetWrong } from './sheet.ts';

/** A file's format by its content; the file name is ignored. */
export type Kind = 'zip' | 'compound' | 'text';

const HEAD_BYTES = 4096;

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

const COMPOUND = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** Returns whether a file is a compound file (.xls), which can only be read as a whole. */
export function isCompound(file: number): boolean {
  const head = Buffer.alloc(COMPOUND.length);
  readSync(file, head, 0, head.length, 0);
  return head.toString('latin1') === COMPOUND;
}

/**
 * Distinguishes a zip (.xlsx), a compound file (.xls) and text.
 * @throws SheetWrong, which names the actual type, for an empty file or a file of another known type
 */
export function sniff(file: number, size: number): Kind {
  if (size === 0) throw new SheetWrong('The file is empty');
  const head = Buffer.alloc(Math.min(size, HEAD_BYTES));
  readSync(file, head, 0, head.length, 0);
  const begins = head.toString('latin1');
  if (begins.startsWith('PK')) return 'zip';
  if (begins.startsWith(COMPOUND)) return 'compound';
  const other = others.find(([magic]) => begins.startsWith(magic));
  if (other) throw new SheetWrong(`The file is ${other[1]}, not a spreadsheet: send .csv, .xlsx or .xls`);
  const text = begins.trimStart().toLowerCase();
  if (/^(?:\xef\xbb\xbf)?<(?:!doctype|html|table|\?xml)/.test(text))
    throw new SheetWrong(
      'The file is a web page or XML, whatever its name: open it in a spreadsheet program and save it as .xlsx or .csv',
    );
  return 'text';
}
