import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Value } from '../export/rows.ts';
import type { SheetWriter } from '../export/sheet.ts';

/** exceljs takes 30 ms for 250 rows in one go, and less than 10 ms for these. */
const ROWS = 25;

/** Adds rows a few at a time, so that the process answers requests in between. */
export async function addInTurns(
  writer: Pick<SheetWriter, 'add'>,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS) {
    await writer.add(rows.slice(from, from + ROWS));
    await nextTurn();
  }
}
