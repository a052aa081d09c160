import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { PassThrough } from 'node:stream';
import type { TenantId } from '@crm/events/ids.ts';
import { type KeptFile, type NewFile, writeFile } from '@crm/platform/files/files.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import { columnTypes } from '@crm/platform/postgres/types.ts';
import { answerQuestions } from '@crm/platform/processes/answer.ts';
import { chunkOf } from '@crm/platform/selections/selections.ts';
import { Pool } from 'pg';
import { ahead } from './ahead.ts';
import { columns, headersIn } from './columns.ts';
import { csvWriter } from './csv.ts';
import { clockOf } from './local-time.ts';
import { type Rows, rowsOf } from './rows.ts';
import { xlsxWriter } from './xlsx.ts';

/** The start data of the process. */
export type ExportProcessTask = {
  database: { connectionString: string; options: string };
  tenant: TenantId;
  selection: string;
  format: 'xlsx' | 'csv';
  timeZone: string;
  createdAt: Date;
  file: NewFile;
};

/** An answer: the progress, with the position and id of each deleted lead; or the complete file. */
export type ExportAnswer =
  | { kind: 'part'; done: number; gone: { n: number; id: string }[] }
  | { kind: 'file'; file: KeptFile };

/** Leads per read; two reads and the rows that are written take 10 MB. */
const ROWS = 250;

/**
 * Writes an export's file from the database to the database, in a separate process, so that it does not block requests
 * and its memory is limited. Each question gets the progress of another 1,000 leads; the process already works on the
 * next 1,000, so that it does not wait until progress is recorded.
 */
await answerQuestions((task: ExportProcessTask) => {
  // The product and its requests come first.
  setPriority(constants.priority.PRIORITY_LOW);
  const work = ahead(exporting(task));
  return async (): Promise<ExportAnswer> => {
    const { value, done } = await work.next();
    return done ? { kind: 'file', file: value } : value;
  };
});

async function* exporting(task: ExportProcessTask): AsyncGenerator<ExportAnswer, KeptFile, void> {
  const { database, format, timeZone, createdAt, file } = task;
  const pool = new Pool({ ...database, max: 2, types: columnTypes });
  const sheet = { columns, headers: headersIn(timeZone), clock: clockOf(timeZone), createdAt };
  const writer = format === 'csv' ? csvWriter(sheet) : xlsxWriter(sheet);
  const bytes = new PassThrough();
  const kept = writeFile(pool, file, bytes);
  /** Waits until the stream has room, or until the file is complete or has failed. */
  const give = async (piece: Uint8Array) => {
    if (!bytes.write(piece)) await Promise.race([once(bytes, 'drain'), kept]);
  };
  let done = 0;
  let gone: { n: number; id: string }[] = [];
  for await (const { ids, found, endsChunk } of ahead(pagesOf(pool, task))) {
    await writer.add(found.rows);
    await give(writer.taken());
    gone.push(...found.gone.map((id) => ({ n: done + ids.indexOf(id) + 1, id })));
    done += ids.length;
    if (!endsChunk) continue;
    yield { kind: 'part', done, gone };
    gone = [];
  }
  await writer.end();
  bytes.end(writer.taken());
  const whole = await kept;
  await pool.end();
  return whole;
}

type Page = { ids: string[]; found: Rows; endsChunk: boolean };

/** Reads the leads of the selection in its order. */
async function* pagesOf(
  pool: Pool,
  { tenant, selection }: ExportProcessTask,
): AsyncGenerator<Page, void, void> {
  for (let n = 0; ; n++) {
    const chunk = await asTenant(pool, tenant, (db) => chunkOf(db, tenant, selection, n));
    if (!chunk) return;
    for (let at = 0; at < chunk.length; at += ROWS) {
      const ids = chunk.slice(at, at + ROWS);
      const found = await asTenant(pool, tenant, (db) => rowsOf(db, tenant, ids));
      yield { ids, found, endsChunk: at + ROWS >= chunk.length };
    }
  }
}
