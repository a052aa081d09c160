import { derivedId } from '@crm/events/derived-ids.ts';
import { reportRuns } from '@crm/events/reports/aggregate.ts';
import type { ReportFormat, ReportRun } from '@crm/events/reports/events.ts';
import { reportStream } from '@crm/events/streams.ts';
import { actorOf, type CommandId, derivedCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import type { Refused } from '@crm/platform/http/result.ts';
import type { Input } from '@crm/platform/http/route.ts';
import type { KeptReport } from './kept.ts';

/**
 * How the reader gets the report. `command` is null for a read: the first read of a report by a reader is a run, and
 * further reads are the same run. Each file and each print is a run of its own, with the id of its command.
 */
export type Output = { format: ReportFormat; command: CommandId | null };

export type Reader = { caller: SignedInCaller } & Pick<Input, 'origin' | 'guard'>;

type NewRun = { report: KeptReport; command: CommandId | null; run: ReportRun };

/**
 * Records a run of a report as an event in a stream of its own, so that appends never conflict and no stream grows.
 * Refuses like every append, for example when the caller has lost access meanwhile.
 * @returns the recorded run; for a repeated command, the first run
 */
export async function recordRun(
  store: EventStore,
  { caller, origin, guard }: Reader,
  { report: { request, position }, command, run }: NewRun,
): Promise<ReportRun | Refused> {
  const read = () =>
    derivedId(caller.viewer?.id ?? caller.id, `report ${request.toString('hex')} ${position}`);
  const commandId = command ?? derivedCommandId(read());
  const recorded = await execute(
    { store },
    {
      aggregate: reportRuns,
      stream: reportStream(derivedId(commandId.id, 'report')),
      tenant: caller.tenant,
      command: { type: 'RecordReport', run },
      actor: actorOf(caller),
      origin,
      // A report that a super admin reads while viewing the organisation is recorded as the super admin's.
      guard: caller.viewer ? (append) => append() : guard,
      commandId,
      creates: true,
    },
  );
  return recorded.kind === 'refused' ? recorded : (recorded.events[0]?.data ?? run);
}
