import { type AuditFilters, exportAllAuditLogs, exportAuditLogs } from '@crm/contracts/audit/audit.ts';
import { AUDIT_EXPORT, type AuditExportTask } from '@crm/events/audit/export.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { answerBatch } from '@crm/platform/batches/start.ts';
import { newCommandId, sentBy } from '@crm/platform/commands/envelope.ts';
import { fileOfBatch } from '@crm/platform/files/file-of-batch.ts';
import { admins, superAdmins } from '@crm/platform/http/policy.ts';
import { type Result, refused } from '@crm/platform/http/result.ts';
import { type Input, route } from '@crm/platform/http/route.ts';
import { sendFile } from '../batches/file.ts';
import { afterOwnWrite, type QueryDeclaration, type QueryDeps } from '../query.ts';
import { NAMES_READ } from './names.ts';

const READS = ['audit', ...NAMES_READ];

/** Exports the history of the organisation. */
export const auditExport: QueryDeclaration = (deps) =>
  route(exportAuditLogs, admins, (input) =>
    afterOwnWrite(deps, READS, input.minPosition, () => exported(deps, input, 'own')),
  );

/** Exports the history of the platform and of all organisations. */
export const allAuditExport: QueryDeclaration = (deps) =>
  route(exportAllAuditLogs, superAdmins, (input) =>
    afterOwnWrite(deps, READS, input.minPosition, () => exported(deps, input, 'all')),
  );

type ExportCall = Input<typeof exportAuditLogs, typeof admins>;

/** A batch writes the file and is the record of the export. The call waits for it, and sends it if it is soon done. */
async function exported(
  { pool, store, stopping }: QueryDeps,
  {
    query: { wait = '20', ...query },
    caller,
    origin,
    guard,
  }: Pick<ExportCall, 'query' | 'caller' | 'origin' | 'guard'>,
  scope: AuditExportTask['scope'],
): Promise<Result> {
  const commandId = newCommandId();
  const id = derivedId(commandId.id, 'batch');
  const filters = givenOf(query);
  const words = Object.entries(filters).map(([name, value]) => `${name} ${value}`);
  const name = `audit-history-${new Date().toISOString().slice(0, 10)}.csv`;
  return answerBatch(
    { store, stopping },
    {
      id,
      kind: AUDIT_EXPORT,
      title: `Export the audit history to CSV${words.length > 0 ? `: ${words.join(', ')}` : ''}`,
      total: null,
      task: { scope, filters, name } satisfies AuditExportTask,
      ...sentBy({ caller, origin, guard }),
      commandId,
    },
    async (end) =>
      end.outcome === 'done'
        ? // Null if an erasure deleted the file meanwhile (workers/leads/erase/files.ts).
          sendFile(pool, caller.tenant, fileOfBatch(id), end.position)
        : refused('export-failed'),
    Number(wait),
  );
}

const givenOf = (filters: AuditFilters): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
