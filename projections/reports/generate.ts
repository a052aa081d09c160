import { Readable } from 'node:stream';
import { generateReport, reportData } from '@crm/contracts/reports/reports.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { commandIdOf } from '@crm/platform/commands/envelope.ts';
import { admins } from '@crm/platform/http/policy.ts';
import { isRefused, type Result } from '@crm/platform/http/result.ts';
import { route } from '@crm/platform/http/route.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import type { Pool } from 'pg';
import type { QueryDeclaration } from '../query.ts';
import { answerReport, type ReportNeeds } from './answer.ts';
import { fileOfReport } from './file.ts';
import { inFilters } from './plan.ts';

const CALL = `${generateReport.method} ${generateReport.path}`;

/** One of the reports as JSON, .xlsx or .csv. At a kept position a file has the same bytes again. */
export const reportFile: QueryDeclaration<ReportNeeds> = (deps) =>
  route(generateReport, admins, async (input): Promise<Result> => {
    const { caller, body, idempotencyKey: key } = input;
    const { reportType: type, filters, format } = body;
    const command = commandIdOf({ caller: caller.id, call: CALL, key, body });
    // A file can be made again, so its report is kept.
    const answer = await answerReport(deps, input, { type, ...filters, keep: true }, { format, command });
    if (isRefused(answer)) return inFilters(answer);
    const { data, position, stale } = answer;
    if (format === 'json') return { kind: 'done', data, position, ...(stale && { stale }) };

    const report = reportData[type].parse(data);
    const organisation = await organisationOf(deps.pool, input.caller.tenant);
    const { bytes, ...file } = fileOfReport(type, report, organisation, format);
    return { kind: 'file', ...file, size: bytes.length, bytes: Readable.from([bytes]), position };
  });

/** By the primary key of tenants. */
async function organisationOf(pool: Pool, tenant: TenantId): Promise<string> {
  const { rows } = await asTenant(pool, tenant, (db) =>
    db.query<{ name: string }>(
      'select organization_name as name from tenants where tenant = $1 and id = $1',
      [tenant],
    ),
  );
  return rows[0]?.name ?? '';
}
