import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSheet } from '../leads/upload/file/open.ts';
import type { Row } from '../leads/upload/file/sheet.ts';

/** Runs `use` with the descriptor of a temporary file that has these bytes. */
export async function withFile<T>(bytes: Buffer | string, use: (file: number) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'crm-test-'));
  const at = path.join(folder, 'file');
  writeFileSync(at, bytes);
  const file = openSync(at, 'r');
  try {
    return await use(file);
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true });
  }
}

/** Reads a whole sheet: its format, details and rows. */
export const readSheet = (bytes: Buffer | string) =>
  withFile(bytes, async (file) => {
    const { format, details, rows } = await openSheet(file);
    const all: Row[] = [];
    for await (const some of rows) all.push(...some);
    return { format, details, rows: all, cells: all.map(({ row, cells }) => [row, ...cells]) };
  });
