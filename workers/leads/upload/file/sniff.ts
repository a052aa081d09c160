import { readSync } from 'node:fs';
import {
  type ContentKind,
  contentKind,
  contentProblem,
  HEAD_BYTES,
} from '@crm/contracts/leads/upload-file.ts';
import { SheetWrong } from './sheet.ts';

/** Returns whether a file is a compound file (.xls), which can only be read as a whole. */
export function isCompound(file: number): boolean {
  const head = Buffer.alloc(8);
  readSync(file, head, 0, head.length, 0);
  return contentKind(head) === 'compound';
}

/**
 * Distinguishes a zip (.xlsx), a compound file (.xls) and text.
 * @throws SheetWrong, which names the actual type, for an empty file or a file of another known type
 */
export function sniff(file: number, size: number): ContentKind {
  const head = Buffer.alloc(Math.min(size, HEAD_BYTES));
  readSync(file, head, 0, head.length, 0);
  const problem = contentProblem(head);
  if (problem !== null) throw new SheetWrong(problem);
  return contentKind(head);
}
