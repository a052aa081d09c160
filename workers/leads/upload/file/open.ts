import { fstatSync } from 'node:fs';
import { openCsv } from './csv.ts';
import type { Sheet } from './sheet.ts';
import { sniff } from './sniff.ts';
import { openXlsx } from './xlsx.ts';

/**
 * Opens a spreadsheet; its content decides the format, never its name. The caller closes the file descriptor.
 * @throws SheetWrong when the file is not a spreadsheet that can be read
 */
export async function openSheet(file: number): Promise<Sheet> {
  const { size } = fstatSync(file);
  const kind = sniff(file, size);
  switch (kind) {
    case 'text':
      return openCsv(file);
    case 'compound': {
      // Imported on demand: the library is large and few files need it.
      const { openXls } = await import('./xls.ts');
      return openXls(file, size);
    }
    case 'zip':
      return openXlsx(file);
    default:
      return kind satisfies never;
  }
}
