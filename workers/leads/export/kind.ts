import type { LeadExportResult } from '@crm/contracts/leads/export.ts';
import { LEAD_EXPORT, LeadExportTask } from '@crm/events/leads/export.ts';
import {
  type AnyBatchKind,
  type BatchContext,
  type BatchProblem,
  batchKind,
} from '@crm/platform/batches/kind.ts';
import { fileOfBatch, writeFile } from '@crm/platform/files/files.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import { chunkOf } from '@crm/platform/selections/selections.ts';
import { openThread } from '@crm/platform/threads/ask.ts';
import type { Pool } from 'pg';
import { rowsOf } from './rows.ts';
import type { FileWanted, Written } from './writer.thread.ts';

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};
/** A download stays for a day. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Leads that are read and written at once: what is held of them is a few megabytes. */
const ROWS = 500;
/** The thread's heap: twice what 100,000 rows need. */
const MEMORY_MB = 64;

/**
 * Writes leads into a file that can be fetched for a day. When it was interrupted it begins anew: the same leads in the
 * same order, and the file of the earlier try is replaced.
 */
export const leadExport = (pool: Pool): AnyBatchKind =>
  batchKind<LeadExportTask, null>({
    kind: LEAD_EXPORT,
    task: LeadExportTask,
    async run({ selection, format, timeZone, name }, context) {
      const { id, tenant, signal, startedAt } = context;
      const wanted: FileWanted = { format, timeZone, createdAt: startedAt };
      const thread = openThread<Written, Uint8Array>(new URL('./writer.thread.ts', import.meta.url), {
        threadData: wanted,
        memoryMb: MEMORY_MB,
      });
      const expiresAt = new Date(Date.now() + KEPT_MS);
      const written = { rows: 0 };
      try {
        const bytes = bytesOf(pool, selection, thread.ask, context, written);
        const file = await writeFile(
          pool,
          { id: fileOfBatch(id), tenant, name, type: types[format], expiresAt },
          bytes,
        );
        signal.throwIfAborted();
        const result: LeadExportResult = {
          rows: written.rows,
          file: { name, size: file.size, keptUntil: expiresAt.toISOString() },
        };
        return { kind: 'done', result };
      } finally {
        await thread.end();
      }
    },
  });

/** The file as it is written, one chunk of the selection after the other. */
async function* bytesOf(
  pool: Pool,
  selection: string,
  write: (written: Written) => Promise<Uint8Array>,
  { tenant, step }: BatchContext<null>,
  written: { rows: number },
): AsyncGenerator<Uint8Array, void, void> {
  let done = 0;
  for (let n = 0; ; n++) {
    const chunk = await asTenant(pool, tenant, (db) => chunkOf(db, selection, n));
    if (!chunk) break;
    const problems: BatchProblem[] = [];
    for (let at = 0; at < chunk.length; at += ROWS) {
      const ids = chunk.slice(at, at + ROWS);
      const { json, gone } = await asTenant(pool, tenant, (db) => rowsOf(db, ids));
      yield await write({ rows: json });
      written.rows += ids.length - gone.length;
      for (const item of gone)
        problems.push({
          n: done + chunk.indexOf(item),
          outcome: 'skipped',
          item,
          message: 'Was deleted meanwhile',
        });
    }
    done += chunk.length;
    await step({
      cursor: null,
      done,
      counts: { successful: written.rows, skipped: done - written.rows, failed: 0 },
      problems,
    });
  }
  yield await write('end');
}
