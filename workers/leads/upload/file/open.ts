import { fstatSync } from 'node:fs';
import { openCsv } from './csv.ts';
import type { Sheet } from './sheet.ts';
import { sniff } from './sniff.ts';
import { openXlsx } from './xlsx.ts';

/** Opens a spreadsheet by what is in it, whatever its name. The file (its descriptor) stays the caller's. */
export async function openSheet(file: number): Promise<Sheet> {
  const { size } = fstatSync(file);
  const kind = sniff(file, size);
  switch (kind) {
    case 'text':
      return openCsv(file);
    case 'compound': {
      // A large library, for few files.
      const { openXls } = await import('./xls.ts');
      return openXls(file, size);
    }
    case 'zip':
      return openXlsx(file);
    default:
      return kind satisfies never;
  }
}
