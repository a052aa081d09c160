import { TenantId } from '@crm/events/ids.ts';
import { TENANT_IMPORT, TenantImportTask } from '@crm/events/tenants/import.ts';
import { type AnyBatchKind, type BatchEnd, batchKind } from '@crm/platform/batches/kind.ts';
import { dropWritten } from '@crm/platform/event-store/importing/stage.ts';
import { beginWriting, readImport, writeNext } from '@crm/platform/event-store/importing/write.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Pool } from 'pg';
import { closeImport } from './close.ts';
import { conflictTexts } from './conflicts.ts';
import { usedPlaces } from './places.ts';
import { ImportSummary } from './summary.ts';

type Cursor = { phase: 'writing' } | { phase: 'done'; message: string };

const gone: BatchEnd = {
  kind: 'failed',
  message: 'The checked archive is not kept any more: upload it again',
};

/**
 * Writes the events of a checked archive to the store, with their original times. Until the first one nothing is written
 * and the batch can be cancelled; from then on it is completed by whichever process is there. The organisation is visible
 * after the last event.
 */
export const tenantImport = (store: EventStore, pool: Pool): AnyBatchKind =>
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
      if (!found || found.state === 'staging' || found.tenant === null) return gone;
      const { staged: total } = found;
      const summary = ImportSummary.parse(found.summary);
      const tenant = TenantId.parse(found.tenant);
      const progress = async (cursor: Cursor, done: number) =>
        step({ cursor, done, total, counts: { successful: done, skipped: 0, failed: 0 } });

      // The last moment in which a request to cancel is obeyed.
      await progress({ phase: 'writing' }, found.written);
      const begun = await beginWriting(pool, check, await usedPlaces(pool, check, tenant, summary));
      if (begun.kind === 'gone') return gone;
      const conflicts = conflictTexts(begun, summary.archive);
      if (conflicts.length > 0) {
        const texts = conflicts.map(({ item, message }) => `${item}: ${message}`);
        return { kind: 'failed', message: texts.join('\n') };
      }
      for (let isDone = false; !isDone; ) {
        signal.throwIfAborted();
        const next = await writeNext(pool, check);
        isDone = next.isDone;
        await progress({ phase: 'writing' }, next.written);
      }
      await closeImport({ store, pool }, { batch: id, check, tenant, events: total, summary });
      const message = `${summary.archive.tenant.organizationName} is imported`;
      await progress({ phase: 'done', message }, total);
      await dropWritten(pool, check);
      return { kind: 'done', result: { message } };
    },
  });
