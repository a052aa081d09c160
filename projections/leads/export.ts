import { exportLeads, exportReportedLeads, type LeadExportQuery } from '@crm/contracts/leads/export.ts';
import { EXPORT_AT_ONCE } from '@crm/contracts/leads/export-at-once.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { LEAD_EXPORT, type LeadExportTask } from '@crm/events/leads/export.ts';
import type { Json } from '@crm/platform/batches/kind.ts';
import { answerBatch, type NewBatch, readBatch, startBatch } from '@crm/platform/batches/start.ts';
import { newCommandId, sentBy } from '@crm/platform/commands/envelope.ts';
import { fileOfBatch } from '@crm/platform/files/file-of-batch.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { admins } from '@crm/platform/http/policy.ts';
import { isRefused, type Result, refused } from '@crm/platform/http/result.ts';
import { type Input, route } from '@crm/platform/http/route.ts';
import { type Db, keepAsTenant } from '@crm/platform/postgres/transaction.ts';
import { type Selection, selectionOf } from '@crm/platform/selections/selections.ts';
import { sendFile } from '../batches/file.ts';
import { rangeEnd, rangeStart } from '../days.ts';
import { afterOwnWrite, type QueryDeclaration, type QueryDeps } from '../query.ts';
import { fileName, filterWords, type Names } from './export-words.ts';
import type { Amounts } from './find/by-amount.ts';
import { FREEZING_MS, freeze } from './selections.ts';

const READS = ['leads', 'users', 'offers', 'tenants'];

type ExportEndpoint = typeof exportLeads | typeof exportReportedLeads;

/**
 * Exports leads as a spreadsheet. The matching leads are frozen at once, and a batch writes them; the batch is the
 * export's record in the audit history. Up to 5,000 leads, the call waits for the file and sends it.
 */
const exportAt =
  (endpoint: ExportEndpoint): QueryDeclaration<Pick<Amounts, 'readBlocks'>> =>
  (deps) =>
    route(endpoint, admins, (input) =>
      afterOwnWrite(deps, READS, input.minPosition, () => exportSelection(deps, input)),
    );

export const leadsExport = exportAt(exportLeads);
export const reportedLeadsExport = exportAt(exportReportedLeads);

async function exportSelection(
  { pool, store, stopping, readBlocks }: QueryDeps & Pick<Amounts, 'readBlocks'>,
  { query, caller, origin, guard, signal }: Input<ExportEndpoint, typeof admins>,
): Promise<Result> {
  const find = async (db: Db) => ({
    selection: await frozen(db, caller, query, { readBlocks, signal }),
    names: await namesIn(db, caller, query),
  });
  const { selection, names } = await keepAsTenant(pool, caller.tenant, find, FREEZING_MS);
  if (!selection) return refused('selection-not-found');
  if (selection.total === 0) return refused('export-empty');

  const commandId = newCommandId();
  const batch: NewBatch = {
    ...workOf(query, selection, names),
    id: derivedId(commandId.id, 'batch'),
    ...sentBy({ caller, origin, guard }),
    commandId,
  };
  const deps = { store, stopping };
  if (selection.total <= EXPORT_AT_ONCE)
    return answerBatch(deps, batch, async (end) =>
      end.outcome === 'done'
        ? // Null if an erasure deleted the file meanwhile (workers/leads/erase/files.ts).
          sendFile(pool, caller.tenant, fileOfBatch(batch.id), end.position)
        : refused('export-failed'),
    );
  const started = await startBatch(deps, batch);
  if (isRefused(started)) return started;
  const current = await readBatch(store, caller.tenant, started.id);
  if (!current) throw new Error(`Batch ${started.id} was started and is not there`);
  return { kind: 'done', status: 202, data: { batch: current }, position: started.position };
}

/** The leads in their order: a frozen selection, or the leads that match the filters now. */
function frozen(
  db: Db,
  caller: SignedInCaller,
  query: LeadExportQuery,
  amounts: Amounts,
): Promise<Selection | null> {
  const {
    selectionId,
    selectedLeadIds: leadIds,
    format: _,
    timeZone,
    startDate,
    endDate,
    ...filters
  } = query;
  if (selectionId) return selectionOf(db, selectionId, { tenant: caller.tenant, user: caller.id });
  const filter = {
    ...filters,
    leadIds,
    startDate: startDate && rangeStart(startDate, timeZone).toISOString(),
    endDate: endDate && lastOf(endDate, timeZone).toISOString(),
  };
  return freeze(db, caller, filter, amounts);
}

/** The filters of the list include the end. */
const lastOf = (endDate: string, timeZone: string) => new Date(rangeEnd(endDate, timeZone).getTime() - 1);

/** By the primary keys of tenants, users and offers. */
async function namesIn(db: Db, { tenant }: SignedInCaller, query: LeadExportQuery): Promise<Names> {
  const { rows } = await db.query<Names>(
    `select coalesce((select organization_name from tenants where tenant = $1 and id = $1), '') as organisation,
            (select full_name from users where tenant = $1 and id = $2) as operator,
            (select name from offers where tenant = $1 and id = $3) as offer`,
    [tenant, query.assignedOperator ?? null, query.offer ?? null],
  );
  return rows[0] ?? { organisation: '', operator: null, offer: null };
}

function workOf(query: LeadExportQuery, selection: Selection, names: Names) {
  const { format, timeZone, selectedLeadIds, ...filters } = query;
  const words = filterWords(query, names).join(', ');
  const leads = selection.total === 1 ? '1 lead' : `${selection.total.toLocaleString('en-US')} leads`;
  const task: LeadExportTask = {
    selection: selection.id,
    filters: saidOf({ ...filters, selectedLeads: selectedLeadIds?.length }),
    format: format === 'csv' ? 'csv' : 'xlsx',
    timeZone,
    name: fileName(query, names, new Date()),
  };
  return {
    kind: LEAD_EXPORT,
    title: `Export ${leads} to ${format === 'csv' ? 'CSV' : 'Excel'}${words && `: ${words}`}`,
    total: selection.total,
    task,
  };
}

/** The given filters, without undefined values. */
const saidOf = (filters: Record<string, Json | undefined>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
