import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { PassThrough } from 'node:stream';
import { EXPORT_AT_ONCE } from '@crm/contracts/leads/export-at-once.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { type KeptFile, type NewFile, writeFile } from '@crm/platform/files/files.ts';
import { surviveLostConnections } from '@crm/platform/postgres/lost-connections.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import { columnTypes } from '@crm/platform/postgres/types.ts';
import { answerQuestions } from '@crm/platform/processes/answer.ts';
import { Pool } from 'pg';
import { ahead } from './ahead.ts';
import { columns, headersIn } from './columns.ts';
import { csvWriter } from './csv.ts';
import { clockOf } from './local-time.ts';
import { readChunk } from './rows.ts';
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

/**
 * Writes an export's file from the database to the database, in a separate process, so that it does not block requests
 * and its memory is limited. Each question gets the progress of another 1,000 leads; the process already works on the
 * next 1,000, so that it does not wait until progress is recorded.
 */
await answerQuestions((task: ExportProcessTask) => {
  const work = ahead(exporting(task));
  return async (): Promise<ExportAnswer> => {
    const { value, done } = await work.next();
    return done ? { kind: 'file', file: value } : value;
  };
});

async function* exporting(task: ExportProcessTask): AsyncGenerator<ExportAnswer, KeptFile, void> {
  const { database, tenant, selection, format, timeZone, createdAt, file } = task;
  const pool = new Pool({ ...database, max: 2, types: columnTypes, application_name: 'crm export' });
  surviveLostConnections(pool);
  const sheet = { columns, headers: headersIn(timeZone), clock: clockOf(timeZone), createdAt };
  const writer = format === 'csv' ? csvWriter(sheet) : xlsxWriter(sheet);
  const bytes = new PassThrough();
  const kept = writeFile(pool, file, bytes);
  kept.catch(() => {}); // `give` and the end throw it
  /** Waits until the stream has room, or until the file is complete or has failed. */
  const give = async (pieces: readonly Uint8Array[]) => {
    for (const piece of pieces) if (!bytes.write(piece)) await Promise.race([once(bytes, 'drain'), kept]);
  };
  let done = 0;
  for (let n = 0; ; n++) {
    const { ids, gone } = await asTenant(pool, tenant, (db) =>
      readChunk(db, { tenant, selection, n }, writer.add),
    );
    if (ids === 0) break;
    await give(await writer.taken());
    const before = done;
    done += ids;
    // A caller waits for a small file; the rest of a long one gets the processor time that requests leave.
    if (done >= EXPORT_AT_ONCE) setPriority(constants.priority.PRIORITY_LOW);
    yield { kind: 'part', done, gone: gone.map(({ at, id }) => ({ n: before + at + 1, id })) };
  }
  writer.end();
  await give(await writer.taken());
  bytes.end();
  const whole = await kept;
  await pool.end();
  return whole;
}
