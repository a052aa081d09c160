import { answerQuestions } from '@crm/platform/threads/answer.ts';
import { headersIn } from './columns.ts';
import { csvWriter } from './csv.ts';
import { clockOf } from './local-time.ts';
import type { Value } from './rows.ts';
import { xlsxWriter } from './xlsx.ts';

/** What the thread is started with. */
export type FileWanted = { format: 'xlsx' | 'csv'; timeZone: string; createdAt: Date };

/** Rows as `rowsOf` gives them, or the end; the answer is the bytes that have become of it so far. */
export type Written = { rows: string } | 'end';

/** Makes a file of rows beside the event loop, which exceljs would block for a second at a time. */
answerQuestions(({ format, timeZone, createdAt }: FileWanted) => {
  const given = { headers: headersIn(timeZone), clock: clockOf(timeZone), createdAt };
  const writer = format === 'csv' ? csvWriter(given) : xlsxWriter(given);
  return async (written: Written): Promise<Uint8Array> => {
    if (written === 'end') await writer.end();
    // What rowsOf has written (rows.ts).
    else await writer.add(JSON.parse(written.rows) as Value[][]);
    return writer.taken();
  };
});
