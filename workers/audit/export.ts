import { type AuditEntry, AuditFilters } from '@crm/contracts/audit/audit.ts';
import { AUDIT_EXPORT, AuditExportTask } from '@crm/events/audit/export.ts';
import { type AnyBatchKind, batchKind } from '@crm/platform/batches/kind.ts';
import { BYTE_ORDER_MARK, csvLine } from '@crm/platform/csv/write.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { fileOfBatch } from '@crm/platform/files/file-of-batch.ts';
import { FILE_KEPT_MS, writeFile } from '@crm/platform/files/files.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import { entriesOf } from '@crm/projections/audit/entries.ts';
import { findRows, placeOf } from '@crm/projections/audit/find.ts';
import type { AuditScope, Place } from '@crm/projections/audit/scope.ts';
import type { Pool } from 'pg';

const AT_ONCE = 500;
/** The most entries of a file, about 30 MB. */
const MOST = 100_000;

/** Writes the entries to a .csv that can be downloaded for a day. After an interruption it starts again. */
export const auditExport = (store: EventStore, pool: Pool): AnyBatchKind =>
  batchKind<AuditExportTask, null>({
    kind: AUDIT_EXPORT,
    task: AuditExportTask,
    async run({ scope: whose, filters: given, name }, { id, tenant, signal, step }) {
      const scope = whose === 'all' ? '*' : tenant;
      const filters = AuditFilters.parse(given);
      const expiresAt = new Date(Date.now() + FILE_KEPT_MS);
      let rows = 0;
      async function* lines() {
        yield Buffer.from(BYTE_ORDER_MARK + csvLine(headers));
        for await (const entries of pages(pool, store, scope, filters)) {
          signal.throwIfAborted();
          rows += entries.length;
          yield Buffer.from(entries.map(lineOf).join(''));
          await step({ cursor: null, done: rows, counts: { successful: rows, skipped: 0, failed: 0 } });
          if (rows >= MOST) return;
        }
      }
      const type = 'text/csv; charset=utf-8';
      const file = await writeFile(pool, { id: fileOfBatch(id), tenant, name, type, expiresAt }, lines());
      const exported = `${rows === 1 ? '1 entry' : `${rows.toLocaleString('en-US')} entries`} exported`;
      return {
        kind: 'done',
        result: {
          message: rows >= MOST ? `The newest ${exported}` : exported,
          rows,
          file: { name, size: file.size, keptUntil: expiresAt.toISOString() },
        },
      };
    },
  });

/** The matching entries page by page, newest first. */
async function* pages(pool: Pool, store: EventStore, scope: AuditScope, filters: AuditFilters) {
  for (let place: Place | null = null; ; ) {
    const from: Place | null = place;
    const { entries, next } = await asTenant(pool, scope, async (db) => {
      const { rows, stoppedAt } = await findRows(db, store, { scope, filters, place: from, limit: AT_ONCE });
      const last = rows.length < AT_ONCE ? stoppedAt : (rows.at(-1)?.position ?? null);
      return {
        entries: await entriesOf(db, store, scope, rows),
        next: last === null ? null : await placeOf(db, scope, 'older', last),
      };
    });
    yield entries;
    if (!next) return;
    place = next;
  }
}

const headers = [
  'Time (UTC)',
  'Organization',
  'Actor',
  'Role',
  'Action',
  'Reason',
  'Record kind',
  'Record',
  'Changes',
  'IP',
  'User agent',
  'Event type',
  'Event ID',
];

const lineOf = (entry: AuditEntry): string =>
  csvLine([
    { asIs: entry.createdAt.slice(0, 19).replace('T', ' ') },
    entry.organization?.name ?? '',
    entry.actor.name,
    entry.actor.role,
    entry.action,
    entry.reason ?? '',
    entry.subject.kind,
    entry.subject.name ?? entry.subject._id,
    entry.changes.map(({ label, from, to }) => `${label}: ${from ?? '?'} → ${to}`).join('\n'),
    entry.ipAddress ?? '',
    entry.userAgent ?? '',
    entry.type,
    { asIs: entry.eventId },
  ]);
