import { batches } from '@crm/events/batches/aggregate.ts';
import type { BatchCommand } from '@crm/events/batches/decide.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { TenantId } from '@crm/events/ids.ts';
import { batchStream } from '@crm/events/streams.ts';
import { bySystem, derivedCommandId } from '../commands/envelope.ts';
import { type CommandDependencies, execute } from '../commands/execute.ts';
import { isRefused } from '../http/result.ts';
import type { BatchStep, Json } from './kind.ts';
import { throwIfForNow } from './retry-later.ts';

/** Progress as it is reported. */
export type BatchProgress = Pick<BatchStep<Json>, 'done' | 'counts'> & { total?: number | null };

/** `isFinal`: the work must be completed, so that a pause that was recorded meanwhile ends. */
type ReportedProgress = BatchProgress & { isFinal: boolean };

type BatchRef = { id: string; tenant: string };

/**
 * Reports progress in the batch's stream: at most once per second, and at intervals of at least 1 % of the run time, so
 * that the stream of a long batch stays short.
 */
export function reporter(deps: CommandDependencies, batch: BatchRef) {
  const startedAt = performance.now();
  let reportedAt = startedAt;
  return async ({ done, counts, total = null, isFinal }: ReportedProgress, { now }: { now: boolean }) => {
    const time = performance.now();
    if (!now && time - reportedAt < Math.max(1000, (time - startedAt) / 100)) return;
    reportedAt = time;
    const command = { type: 'ReportProgress', done, counts, total, isFinal } as const;
    await executeAsSystem(deps, batch, `progress ${done}`, command);
  };
}

/**
 * Runs a command on a batch's stream as the system. A repeat with the same `step` has no effect.
 * @throws RetryLater during an outage
 */
export async function executeAsSystem(
  deps: CommandDependencies,
  { id, tenant }: BatchRef,
  step: string,
  command: BatchCommand,
) {
  const done = await execute(deps, {
    aggregate: batches,
    stream: batchStream(id),
    tenant: TenantId.parse(tenant),
    command,
    ...bySystem('batches'),
    commandId: derivedCommandId(derivedId(id, step)),
    creates: false,
    causationId: id,
  });
  throwIfForNow(done);
  // The batch has ended already, so the command is obsolete.
  if (isRefused(done) && done.refusal !== 'batch-finished') throw new Error(`Batch ${id}: ${done.refusal}`);
}
