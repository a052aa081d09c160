import { Readable } from 'node:stream';
import { getUpload, uploadErrors } from '@crm/contracts/leads/upload.ts';
import { uploadAnswer } from '@crm/contracts/leads/upload-answer.ts';
import { MAX_UPLOAD_ERRORS } from '@crm/contracts/leads/upload-results.ts';
import { batches } from '@crm/events/batches/aggregate.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { RowProblem, UPLOAD, UPLOAD_CHECK, UploadOutcome, UploadTask } from '@crm/events/leads/upload.ts';
import { batchStream } from '@crm/events/streams.ts';
import { problemsOf } from '@crm/platform/batches/problems.ts';
import { endOfBatch, readBatch } from '@crm/platform/batches/start.ts';
import { load } from '@crm/platform/commands/load.ts';
import { BYTE_ORDER_MARK, csvLine } from '@crm/platform/csv/write.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { fileOfBatch } from '@crm/platform/files/file-of-batch.ts';
import { readText } from '@crm/platform/files/files.ts';
import { admins } from '@crm/platform/http/policy.ts';
import { type Result, refused } from '@crm/platform/http/result.ts';
import { route } from '@crm/platform/http/route.ts';
import type { Pool } from 'pg';
import type { QueryDeclaration } from '../query.ts';

/** The result of an upload or a preview, read again or after it went on as a batch. */
export const upload: QueryDeclaration = ({ pool, store }) =>
  route(getUpload, admins, async ({ params, caller }): Promise<Result> => {
    const { batchId } = params;
    const batch = await readBatch(store, caller.tenant, batchId);
    if (!batch || (batch.kind !== UPLOAD && batch.kind !== UPLOAD_CHECK)) return refused('batch-not-found');
    if (batch.finishedAt === null) {
      const fileId = await fileBehind(store, batchId);
      return { kind: 'done', status: 202, data: { kind: 'running', fileId, batch } };
    }
    const problems = await problemsOf(pool, caller.tenant, batchId, { from: 0, limit: MAX_UPLOAD_ERRORS });
    const isCheck = batch.kind === UPLOAD_CHECK;
    const rows = isCheck ? await readText(pool, caller.tenant, fileOfBatch(batchId)) : null;
    const outcome = uploadAnswer(batch, { problems, rows });
    // The caller's next read must include the leads that were saved, also if the upload was cancelled later.
    const end = await endOfBatch(store, batchId, 0);
    return { ...outcome, position: end?.position ?? null };
  });

async function fileBehind(store: EventStore, batchId: string): Promise<string> {
  const [started] = (await load(store, batches.types, batchStream(batchId))).events;
  if (started?.type !== 'BatchStarted') throw new Error(`Batch ${batchId} begins with ${started?.type}`);
  return UploadTask.parse(started.data.task).file.id;
}

/** The rows with errors as a file that can be corrected and sent again. */
export const errorsFile: QueryDeclaration = ({ pool, store }) =>
  route(uploadErrors, admins, async ({ params, caller }): Promise<Result> => {
    const { batchId } = params;
    const batch = await readBatch(store, caller.tenant, batchId);
    if (!batch || (batch.kind !== UPLOAD && batch.kind !== UPLOAD_CHECK)) return refused('batch-not-found');
    if (batch.finishedAt === null) return refused('batch-running');
    const parsed = UploadOutcome.safeParse(batch.result);
    const columns = parsed.success ? parsed.data.columns : [];
    const any = await problemsOf(pool, caller.tenant, batchId, { from: 0, limit: 1 });
    if (any.length === 0) return refused('file-gone');
    return {
      kind: 'file',
      name: `${batch.title.replace(/^\w+ /, '').replace(/\.\w+$/, '')} errors.csv`,
      type: 'text/csv; charset=utf-8',
      bytes: Readable.from(errorRows(pool, caller.tenant, batchId, columns)),
    };
  });

const AT_ONCE = 500;

async function* errorRows(
  pool: Pool,
  tenant: TenantId,
  batch: string,
  columns: readonly string[],
): AsyncGenerator<string> {
  const width = columns.length;
  yield `${BYTE_ORDER_MARK}${lineOf([...columns.filter((name) => name !== 'Error'), 'Error'])}`;
  for (let from = 0; ; ) {
    const problems = await problemsOf(pool, tenant, batch, { from, limit: AT_ONCE });
    const [last] = problems.slice(-1);
    if (!last) return;
    from = last.n + 1;
    yield problems
      .map(({ message, data }) => {
        const { cells } = RowProblem.parse(data);
        const all = Array.from({ length: Math.max(width, cells.length) }, (_, at) => cells[at] ?? '');
        return lineOf([...all.filter((_, at) => columns[at] !== 'Error'), message]);
      })
      .join('');
  }
}

/** Spreadsheets cut long numbers short: an apostrophe keeps them text, and is removed when the file is sent again. */
const lineOf = (cells: readonly string[]) =>
  csvLine(cells.map((cell) => (/^'*\d{12,}$/.test(cell) ? { asIs: `'${cell}` } : cell)));
