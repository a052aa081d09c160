import { TenantId } from '@crm/events/ids.ts';
import { TENANT_IMPORT, TenantImportTask } from '@crm/events/tenants/import.ts';
import {
  type AnyBatchKind,
  type BatchEnd,
  type BatchProblem,
  batchKind,
} from '@crm/platform/batches/kind.ts';
import type { CommandDependencies } from '@crm/platform/commands/execute.ts';
import { dropWritten } from '@crm/platform/event-store/importing/drop.ts';
import { beginWriting, readImport, writeNext } from '@crm/platform/event-store/importing/write.ts';
import type { Pool } from 'pg';
import { closeImport, isClosed } from './close.ts';
import { conflictTexts, refusedText } from './conflicts.ts';
import { usedPlaces } from './places.ts';
import { ImportSummary } from './summary.ts';

type Cursor = { phase: 'writing' | 'done'; tenant: TenantId; message: string };

const gone: BatchEnd = {
  kind: 'failed',
  message: 'The checked archive is not kept any more: upload it again',
};

/**
 * Writes the events of a checked archive to the store, with their original times. Until the first one nothing is written
 * and the batch can be cancelled; from then on it is completed, and another process continues it after a kill. The
 * organisation is visible after the last event.
 */
export const tenantImport = ({
  pool,
  ...deps
}: Required<CommandDependencies> & { pool: Pool }): AnyBatchKind =>
  batchKind<TenantImportTask, Cursor>({
    kind: TENANT_IMPORT,
    task: TenantImportTask,
    isFinal: () => true,
    async run({ check }, { id, from, signal, step }): Promise<BatchEnd> {
      if (from?.cursor.phase === 'done') {
        await dropWritten(pool, check);
        return { kind: 'done', result: { message: from.cursor.message } };
      }
      const found = await readImport(pool, check);
      if (!found || found.state === 'staging' || found.tenant === null) {
        if (!from || !(await isClosed(deps.store, { check, tenant: from.cursor.tenant }))) return gone;
        // Another import of the same check has completed it.
        return { kind: 'done', result: { message: from.cursor.message } };
      }
      const { staged: total } = found;
      const summary = ImportSummary.parse(found.summary);
      const tenant = TenantId.parse(found.tenant);
      const message = `${summary.archive.tenant.organizationName} is imported`;
      const progress = (phase: Cursor['phase'], done: number, problems: readonly BatchProblem[] = []) =>
        step({
          cursor: { phase, tenant, message },
          done,
          total,
          counts: { successful: done, skipped: 0, failed: problems.length },
          problems,
        });

      // The last moment in which a request to cancel is obeyed.
      await progress('writing', found.written);
      const begun = await beginWriting(pool, check, await usedPlaces(pool, check, tenant, summary));
      if (begun.kind === 'gone') return gone;
      const conflicts = conflictTexts(begun, summary.archive);
      if (conflicts.length > 0) {
        // As problems, which are deleted with time: an event would keep emails of other organisations for ever.
        const problems = conflicts.map((each, at) => ({ n: at + 1, outcome: 'failed' as const, ...each }));
        await progress('writing', 0, problems);
        return { kind: 'failed', message: refusedText(problems.length) };
      }
      for (let isDone = false; !isDone; ) {
        signal.throwIfAborted();
        const next = await writeNext(pool, check);
        isDone = next.isDone;
        await progress('writing', next.written);
      }
      await closeImport({ ...deps, pool }, { batch: id, check, tenant, events: total, summary });
      await progress('done', total);
      await dropWritten(pool, check);
      return { kind: 'done', result: { message } };
    },
  });
