import type { LeadExportResult } from '@crm/contracts/leads/export.ts';
import { LeadId, type TenantId } from '@crm/events/ids.ts';
import { fieldList } from '@crm/events/leads/fields/list.ts';
import { PAST_EXPORT, PastExportTask } from '@crm/events/leads/past-list.ts';
import { type AnyBatchKind, type BatchContext, batchKind } from '@crm/platform/batches/kind.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { fileOfBatch } from '@crm/platform/files/file-of-batch.ts';
import { FILE_KEPT_MS, writeFile } from '@crm/platform/files/files.ts';
import { leadsThen } from '@crm/projections/leads/past/lead-then.ts';
import type { LeadRow } from '@crm/projections/leads/row.ts';
import type { Pool } from 'pg';
import { type ColumnType, cellTypeOf } from '../export/columns.ts';
import { csvWriter } from '../export/csv.ts';
import { fileTypes } from '../export/kind.ts';
import type { Value } from '../export/rows.ts';
import { xlsxWriter } from '../export/xlsx.ts';

/** Leads per step. */
const PAGE = 250;

type PastColumn = {
  header: string;
  type: ColumnType;
  width: number;
  /** Money in minor units, an instant in milliseconds. */
  of: (row: LeadRow, at: Date) => Value;
};

const text = (header: string, width: number, of: PastColumn['of']): PastColumn => ({
  header,
  type: 'text',
  width,
  of,
});
const instant = (header: string, of: (row: LeadRow, at: Date) => Date): PastColumn => ({
  header: `${header} (UTC)`,
  type: 'instant',
  width: 20,
  of: (row, at) => of(row, at).getTime(),
});

const columns: readonly PastColumn[] = [
  instant('As of', (_, at) => at),
  text('Order ID', 18, (row) => row.order_id),
  instant('Created', (row) => row.created_at),
  text('Status', 12, (row) => row.status),
  text('Status reason', 20, (row) => row.status_reason),
  text('Assigned to', 20, (row) => row.operator_name),
  text('Pending status', 14, (row) => row.pending_to),
  ...fieldList.flatMap(({ column, kind, export: exported }): PastColumn[] => {
    if (!exported) return [];
    const { header, width = 16 } = exported;
    return [{ header, type: cellTypeOf(kind), width, of: (row) => fieldOf(row, column) }];
  }),
  text('ID', 38, (row) => row.id),
];

function fieldOf(row: LeadRow, column: string): Value {
  const values: Record<string, unknown> = row;
  const value = values[column] ?? null;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Writes the leads of a moment to a file that can be downloaded for a day. After an interruption it starts again and
 * replaces the file.
 */
export const pastExport = (store: EventStore, pool: Pool): AnyBatchKind =>
  batchKind<PastExportTask, null>({
    kind: PAST_EXPORT,
    task: PastExportTask,
    async run(task, context) {
      const { id, tenant } = context;
      const expiresAt = new Date(Date.now() + FILE_KEPT_MS);
      const file = {
        id: fileOfBatch(id),
        tenant,
        name: task.name,
        type: fileTypes[task.format],
        expiresAt,
      };
      let rows = 0;
      const { size } = await writeFile(
        pool,
        file,
        pieces({ store, pool }, task, context, (n) => {
          rows += n;
        }),
      );
      const result: LeadExportResult = {
        message: `${rows === 1 ? '1 lead' : `${rows.toLocaleString('en-US')} leads`} exported`,
        rows,
        file: { name: task.name, size, keptUntil: expiresAt.toISOString() },
      };
      return { kind: 'done', result };
    },
  });

/** The pieces of the file. `written` gets the number of rows of each page. */
async function* pieces(
  { store, pool }: { store: EventStore; pool: Pool },
  { list, at, format }: PastExportTask,
  { tenant, startedAt, step }: BatchContext<null>,
  written: (rows: number) => void,
): AsyncGenerator<Uint8Array> {
  const moment = new Date(at);
  const sheet = {
    columns,
    headers: columns.map(({ header }) => header),
    clock: (utc: number) => utc,
    createdAt: startedAt,
  };
  const writer = format === 'csv' ? csvWriter(sheet) : xlsxWriter(sheet);
  let done = 0;
  for (let last = BEFORE_ALL; ; ) {
    const page = await pageAfter(pool, tenant, list, last);
    last = page.at(-1) ?? last;
    if (page.length === 0) break;
    const ids = page.map(({ lead }) => LeadId.parse(lead));
    const rows = await leadsThen(store, ids, moment);
    for (const row of rows) writer.add(columns.map(({ of }) => of(row, moment)));
    yield* await writer.taken();
    written(rows.length);
    done += ids.length;
    await step({ cursor: null, done, counts: { successful: done, skipped: 0, failed: 0 } });
  }
  writer.end();
  yield* await writer.taken();
}

/** The place of a lead in the order of its list. `created` is a text, so that no digit of the time is lost. */
type Place = { lead: string; created: string };
const BEFORE_ALL: Place = { lead: '00000000-0000-0000-0000-000000000000', created: 'infinity' };

/** Index past_leads_order. */
async function pageAfter(pool: Pool, tenant: TenantId, list: string, after: Place): Promise<Place[]> {
  const { rows } = await pool.query<Place>(
    `select lead, created_at::text as created from past_leads
      where tenant = $1 and list = $2
        and created_at <= $3::timestamptz and (created_at < $3::timestamptz or lead > $4::uuid)
      order by created_at desc, lead limit $5`,
    [tenant, list, after.created, after.lead, PAGE],
  );
  return rows;
}
