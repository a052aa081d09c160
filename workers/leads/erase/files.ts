import { AUDIT_EXPORT } from '@crm/events/audit/export.ts';
import { batches } from '@crm/events/batches/aggregate.ts';
import { type LeadId, PLATFORM_TENANT, TenantId } from '@crm/events/ids.ts';
import { LEAD_EXPORT, LeadExportTask } from '@crm/events/leads/export.ts';
import { PAST_EXPORT, PastExportTask } from '@crm/events/leads/past-list.ts';
import { UPLOAD, UPLOAD_CHECK, UploadTask } from '@crm/events/leads/upload.ts';
import { batchStream } from '@crm/events/streams.ts';
import { TENANT_EXPORT, TenantExportTask } from '@crm/events/tenants/export.ts';
import { isInUse } from '@crm/platform/batches/in-use.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { fileOfBatch } from '@crm/platform/files/file-of-batch.ts';
import { dropFile, FILE_KEPT_MS } from '@crm/platform/files/files.ts';
import { decodeEvent } from '@crm/platform/runner/decode-event.ts';
import type { Pool } from 'pg';

export type Stores = { pool: Pool; storedEvents: EventStore };
type BatchRow = { id: string; tenant: string; kind: string };

/**
 * Deletes the files that contain the lead: exports, the spreadsheet that it came from with its preview, exports of the audit
 * history, and archives of the organisation. A paused batch gives its
 * file up: it writes an export from the start, and an upload asks for the spreadsheet again.
 * @param createdBy the batch that created the lead, if it came from a spreadsheet
 * @returns what to wait for; null if none of these files is in use
 */
export async function forgetFiles(
  { pool, storedEvents }: Stores,
  tenant: TenantId,
  lead: LeadId,
  createdBy: string | null,
): Promise<string | null> {
  const source = createdBy === null ? null : await uploadedFile(storedEvents, createdBy);
  let isBusy = false;
  for (const batch of await recentBatches(pool, tenant)) {
    const files = await filesWith({ lead, tenant, source }, batch, { pool, storedEvents });
    if (files.length === 0) continue;
    if (await isInUse(pool, batch.tenant, batch.id)) isBusy = true;
    else for (const file of files) await dropFile(pool, TenantId.parse(batch.tenant), file);
  }
  return isBusy ? 'A batch is writing or reading a file with the lead' : null;
}

/**
 * Batches whose files may be kept: those that ended within twice the time of a file, however long they were paused. Index
 * batches_tenant. Super admins export the audit history of all tenants.
 */
async function recentBatches(pool: Pool, tenant: TenantId): Promise<BatchRow[]> {
  const { rows } = await pool.query<BatchRow>(
    `select id, tenant, kind from batches
      where tenant = any($1::uuid[]) and kind = any($2)
        and coalesce((view->>'finishedAt')::timestamptz, now()) > now() - make_interval(secs => $3)`,
    [
      [tenant, PLATFORM_TENANT],
      [LEAD_EXPORT, PAST_EXPORT, AUDIT_EXPORT, TENANT_EXPORT, UPLOAD, UPLOAD_CHECK],
      (2 * FILE_KEPT_MS) / 1000,
    ],
  );
  return rows;
}

/** The files of a batch that contain the lead. */
async function filesWith(
  { lead, tenant: owner, source }: { lead: LeadId; tenant: TenantId; source: string | null },
  { id, tenant, kind }: BatchRow,
  { pool, storedEvents }: Stores,
): Promise<string[]> {
  if (kind === AUDIT_EXPORT) return [fileOfBatch(id)];
  const task = await taskOf(storedEvents, id);
  if (kind === TENANT_EXPORT)
    return TenantExportTask.safeParse(task).data?.tenant === owner ? [fileOfBatch(id)] : [];
  if (kind === LEAD_EXPORT) {
    const exported = LeadExportTask.safeParse(task).data;
    const { rows } = await pool.query(
      'select from selection_chunks where tenant = $1 and selection = $2 and $3 = any(ids) limit 1',
      [tenant, exported?.selection, lead],
    );
    return rows.length > 0 ? [fileOfBatch(id)] : [];
  }
  if (kind === PAST_EXPORT) {
    const { rows } = await pool.query(
      'select from past_leads where tenant = $1 and list = $2 and lead = $3',
      [tenant, PastExportTask.safeParse(task).data?.list, lead],
    );
    return rows.length > 0 ? [fileOfBatch(id)] : [];
  }
  const file = UploadTask.safeParse(task).data?.file.id;
  return file !== undefined && file === source ? [file, fileOfBatch(id)] : [];
}

/** The spreadsheet that an upload reads; null for other batches. */
export async function uploadedFile(storedEvents: EventStore, batch: string): Promise<string | null> {
  return UploadTask.safeParse(await taskOf(storedEvents, batch)).data?.file.id ?? null;
}

/** The task of a batch; null if the id is not of a batch. */
async function taskOf(storedEvents: EventStore, batch: string): Promise<unknown> {
  const [started] = await storedEvents.readStream(batchStream(batch), { limit: 1 });
  const event = started && decodeEvent(batches.types, started);
  return event?.type === 'BatchStarted' ? event.data.task : null;
}
