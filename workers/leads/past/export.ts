import type { LeadExportResult } from '@crm/contracts/leads/export.ts';
import { LeadId, type TenantId } from '@crm/events/ids.ts';
import { fromMinor } from '@crm/events/language/money.ts';
import { isAmount } from '@crm/events/leads/fields/kinds.ts';
import { fieldList } from '@crm/events/leads/fields/list.ts';
import { PAST_EXPORT, PastExportTask } from '@crm/events/leads/past-list.ts';
import { type AnyBatchKind, type BatchContext, batchKind } from '@crm/platform/batches/kind.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvLine } from '@crm/platform/csv/write.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { fileOfBatch, writeFile } from '@crm/platform/files/files.ts';
import { leadsThen } from '@crm/projections/leads/past/lead-then.ts';
import type { LeadRow } from '@crm/projections/leads/row.ts';
import type { Pool } from 'pg';

/** Leads per step. */
const PAGE = 250;
const KEPT_MS = 24 * 60 * 60 * 1000;

const fields = fieldList.filter((field) => field.export);
const headers = [
  'As of (UTC)',
  'Order ID',
  'Created (UTC)',
  'Status',
  'Status reason',
  'Assigned to',
  'Pending status',
  ...fields.map((field) => field.export?.header ?? field.label),
  'ID',
];

/**
 * Writes the leads of a moment to a .csv file that can be downloaded for a day. After an interruption it starts again and
 * replaces the file.
 */
export const pastExport = (store: EventStore, pool: Pool): AnyBatchKind =>
  batchKind<PastExportTask, null>({
    kind: PAST_EXPORT,
    task: PastExportTask,
    async run(task, context) {
      const { id, tenant } = context;
      const expiresAt = new Date(Date.now() + KEPT_MS);
      const file = {
        id: fileOfBatch(id),
        tenant,
        name: task.name,
        type: 'text/csv; charset=utf-8',
        expiresAt,
      };
      let rows = 0;
      const { size } = await writeFile(
        pool,
        file,
        lines(store, pool, task, context, (n) => {
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

async function* lines(
  store: EventStore,
  pool: Pool,
  { list, at }: PastExportTask,
  { tenant, step }: BatchContext<null>,
  written: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const moment = new Date(at);
  yield Buffer.from(BYTE_ORDER_MARK + csvLine(headers));
  let done = 0;
  for (let last = BEFORE_ALL; ; ) {
    const page = await pageAfter(pool, tenant, list, last);
    last = page.at(-1) ?? last;
    if (page.length === 0) return;
    const ids = page.map(({ lead }) => LeadId.parse(lead));
    const rows = await leadsThen(store, ids, moment);
    yield Buffer.from(rows.map((row) => csvLine(cellsOf(row, at))).join(''));
    written(rows.length);
    done += ids.length;
    await step({ cursor: null, done, counts: { successful: done, skipped: 0, failed: 0 } });
  }
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

const instant = (at: string) => ({ asIs: at.slice(0, 19).replace('T', ' ') });

function cellsOf(row: LeadRow, at: string): CsvCell[] {
  const values: Record<string, unknown> = row;
  return [
    instant(at),
    row.order_id,
    instant(row.created_at.toISOString()),
    row.status,
    row.status_reason ?? '',
    row.operator_name ?? '',
    row.pending_to ?? '',
    ...fields.map(({ column, kind }): CsvCell => {
      const value = values[column] ?? '';
      if (isAmount(kind) && typeof value === 'number') return { asIs: fromMinor(value).toFixed(2) };
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
    }),
    row.id,
  ];
}
