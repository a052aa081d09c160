import { derivedId } from '@crm/events/derived-ids.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { reportRuns } from '@crm/events/reports/aggregate.ts';
import type { ReportRun } from '@crm/events/reports/events.ts';
import { reportStream } from '@crm/events/streams.ts';
import { bySystem, derivedCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { RetryLater } from '@crm/platform/failures/classify.ts';
import { isRefused } from '@crm/platform/http/result.ts';
import type { MadeReport } from '@crm/projections/reports/make.ts';
import { rowsOf } from '@crm/projections/reports/sheets.ts';

type MailedRun = {
  tenant: TenantId;
  /** An id derived from the report and its due time: a repeated job records no second run. */
  cause: string;
  made: MadeReport;
  format: 'xlsx' | 'csv';
};

/** Records a mailed report as a run, like the reports that users make. @returns the run as its first attempt recorded it */
export async function recordMailedRun(
  store: EventStore,
  { tenant, cause, made: { report, subject }, format }: MailedRun,
): Promise<ReportRun> {
  const { position } = report;
  const run = { ...subject, position, format, kept: false, rows: rowsOf(JSON.parse(report.body)) };
  const recorded = await execute(
    { store },
    {
      aggregate: reportRuns,
      stream: reportStream(derivedId(cause, 'report')),
      tenant,
      command: { type: 'RecordReport', run },
      ...bySystem('Scheduled reports'),
      commandId: derivedCommandId(cause),
      creates: true,
    },
  );
  if (isRefused(recorded)) throw new RetryLater(`A run was refused: ${recorded.refusal}`);
  return recorded.events[0]?.data ?? run;
}
