import { readSync } from 'node:fs';
import { contentProblem, HEAD_BYTES } from '@crm/contracts/leads/upload-file.ts';
import { SheetWrong } from './sheet.ts';

/** A file's format by its content; the file name is ignored. */
export type Kind = 'zip' | 'compound' | 'text';

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
  const head = Buffer.alloc(Math.min(size, HEAD_BYTES));
  readSync(file, head, 0, head.length, 0);
  const problem = contentProblem(head);
  if (problem !== null) throw new SheetWrong(problem);
  const begins = head.toString('latin1');
  if (begins.startsWith('PK')) return 'zip';
  if (begins.startsWith(COMPOUND)) return 'compound';
  return 'text';
}
