import { TENANT_EXPORT, TenantExportTask } from '@crm/events/tenants/export.ts';
import { type AnyBatchKind, batchKind } from '@crm/platform/batches/kind.ts';
import { type EventStore, type RecordedEvent, START } from '@crm/platform/event-store/port.ts';
import { fileOfBatch } from '@crm/platform/files/file-of-batch.ts';
import { FILE_KEPT_MS, writeFile } from '@crm/platform/files/files.ts';
import type { Pool } from 'pg';
import { archive } from './archive.ts';

/** Events read at once, of all organisations. */
const AT_ONCE = 2_000;

/**
 * Writes the history of a tenant up to now as an archive, which can be downloaded for a day. Reads the whole history, because
 * no store can read by tenant. After an interruption it starts again.
 */
export const tenantExport = (store: EventStore, pool: Pool): AnyBatchKind =>
  batchKind<TenantExportTask, null>({
    kind: TENANT_EXPORT,
    task: TenantExportTask,
    async run({ tenant: exported, organizationName, name }, { id, tenant, signal, step }) {
      const expiresAt = new Date(Date.now() + FILE_KEPT_MS);
      let events = 0;
      async function* history(): AsyncGenerator<RecordedEvent[]> {
        const head = await store.head();
        for (let after = START; after < head; ) {
          signal.throwIfAborted();
          const batch = await store.readAll({ after, limit: AT_ONCE });
          if (batch.upTo === after) return;
          after = batch.upTo;
          const own = batch.events.filter(
            ({ meta, position }) => meta.tenant === exported && position <= head,
          );
          events += own.length;
          if (own.length > 0) yield own;
          await step({ cursor: null, done: events, counts: { successful: events, skipped: 0, failed: 0 } });
        }
      }
      const about = { tenant: exported, organizationName, exportedAt: new Date() };
      const file = await writeFile(
        pool,
        { id: fileOfBatch(id), tenant, name, type: 'application/gzip', expiresAt },
        archive(about, history()),
      );
      const count = events === 1 ? '1 event' : `${events.toLocaleString('en-US')} events`;
      return {
        kind: 'done',
        result: {
          message: `${count} exported`,
          rows: events,
          file: { name, size: file.size, keptUntil: expiresAt.toISOString() },
        },
      };
    },
  });
