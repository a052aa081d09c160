import type { LeadExportResult } from '@crm/contracts/leads/export.ts';
import { LEAD_EXPORT, LeadExportTask } from '@crm/events/leads/export.ts';
import { type AnyBatchKind, type BatchContext, batchKind } from '@crm/platform/batches/kind.ts';
import { fileOfBatch, type KeptFile } from '@crm/platform/files/files.ts';
import { type AnsweringProcess, openProcess } from '@crm/platform/processes/ask.ts';
import type { Pool } from 'pg';
import type { Told, Wanted } from './export.process.ts';

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};
/** A download stays for a day. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** In MB: twice the heap that it needs, however many rows there are. */
const MEMORY = { heapMb: 48, youngMb: 4, totalMb: 320 };

/**
 * Writes leads into a file that can be fetched for a day. When it was interrupted it begins anew: the same leads in the
 * same order, and the file of the earlier try is replaced.
 */
export const leadExport = (pool: Pool): AnyBatchKind =>
  batchKind<LeadExportTask, null>({
    kind: LEAD_EXPORT,
    task: LeadExportTask,
    async run({ selection, format, timeZone, name }, context) {
      const { id, tenant, startedAt } = context;
      const expiresAt = new Date(Date.now() + KEPT_MS);
      const { connectionString = '', options = '' } = pool.options;
      const wanted: Wanted = {
        database: { connectionString, options },
        tenant,
        selection,
        format,
        timeZone,
        createdAt: startedAt,
        file: { id: fileOfBatch(id), tenant, name, type: types[format], expiresAt },
      };
      const writing = openProcess<'on', Told>(new URL('./export.process.ts', import.meta.url), {
        data: wanted,
        ...MEMORY,
      });
      try {
        const { file, rows } = await written(writing, context);
        const result: LeadExportResult = {
          message: `${rows === 1 ? '1 lead' : `${rows.toLocaleString('en-US')} leads`} exported`,
          rows,
          file: { name, size: file.size, keptUntil: expiresAt.toISOString() },
        };
        return { kind: 'done', result };
      } finally {
        await writing.end();
      }
    },
  });

/** Asks on until the file is written, and tells how far it has come. */
async function written(
  writing: AnsweringProcess<'on', Told>,
  { step }: BatchContext<null>,
): Promise<{ file: KeptFile; rows: number }> {
  let done = 0;
  let rows = 0;
  for (;;) {
    const told = await writing.ask('on');
    if (told.kind === 'file') return { file: told.file, rows };
    rows += told.done - done - told.gone.length;
    done = told.done;
    await step({
      cursor: null,
      done,
      counts: { successful: rows, skipped: done - rows, failed: 0 },
      problems: told.gone.map(({ n, id }) => ({
        n,
        outcome: 'skipped',
        item: id,
        message: 'Was deleted meanwhile',
      })),
    });
  }
}
