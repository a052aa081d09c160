import { batches } from '@crm/events/batches/aggregate.ts';
import type { BatchCommand } from '@crm/events/batches/decide.ts';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import { derivedId, TenantId } from '@crm/events/ids.ts';
import { batchStream } from '@crm/events/streams.ts';
import { type CommandDependencies, execute } from '../commands/execute.ts';
import { isRefused } from '../http/result.ts';
import type { BatchStep, Json } from './kind.ts';

/** How far a batch has come, as it is told. */
export type BatchProgress = Pick<BatchStep<Json>, 'done' | 'counts'> & { total?: number | null };
type BatchRef = { id: string; tenant: string };

const byTheSystem: Actor = { kind: 'system', name: 'batches' };

/** Tells people how far it has come: at most once a second, and ever more seldom, so that a long batch has a short history. */
export function reporter(deps: CommandDependencies, batch: BatchRef) {
  const begun = performance.now();
  let told = begun;
  return async ({ done, counts, total = null }: BatchProgress, { now }: { now: boolean }) => {
    const time = performance.now();
    if (!now && time - told < Math.max(1000, (time - begun) / 100)) return;
    told = time;
    await tell(deps, batch, `progress ${done}`, { type: 'ReportProgress', done, counts, total });
  };
}

/** Says something in a batch's stream: once under one word, however often it is said. */
export async function tell(
  deps: CommandDependencies,
  { id, tenant }: BatchRef,
  word: string,
  command: BatchCommand,
) {
  const done = await execute(deps, {
    aggregate: batches,
    stream: batchStream(id),
    tenant: TenantId.parse(tenant),
    command,
    actor: byTheSystem,
    origin: nowhere,
    commandId: { id: derivedId(id, word), keyed: false, requestHash: null },
    creates: false,
    causationId: id,
  });
  // Somebody else's word came first: that stands.
  if (isRefused(done) && done.refusal !== 'batch-finished') throw new Error(`Batch ${id}: ${done.refusal}`);
}

const nowhere = { ip: null, userAgent: null };
