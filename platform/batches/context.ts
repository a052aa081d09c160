import { derivedId } from '@crm/events/derived-ids.ts';
import { derivedCommandId } from '../commands/envelope.ts';
import { execute } from '../commands/execute.ts';
import { mayBePoison } from '../failures/classify.ts';
import { refused } from '../http/result.ts';
import { executeInPlace } from '../places/execute-in-place.ts';
import { lastStepOf, type RunControl } from './control.ts';
import type { BatchContext, Json } from './kind.ts';
import type { LeasedBatch } from './leased-batch.ts';
import { throwIfForNow } from './retry-later.ts';

/** The state of a batch after its last step, and its commands, which run in the name of the user who started it. */
export function contextOf(
  { run, started, engine }: LeasedBatch,
  { step, signal }: RunControl,
): BatchContext<Json> {
  const { deps, log } = engine;
  const { id, cursor, total } = run;
  const { done, counts } = lastStepOf(run);
  const { tenant, actor, ip, userAgent } = started.meta;
  return {
    id,
    tenant,
    actor,
    startedAt: started.at,
    total,
    from: cursor === null ? null : { cursor, done, counts },
    signal,
    step,
    perform: async (aggregate, { stream, item, command, creates = false, seenRevision, limited }) => {
      const execution = {
        aggregate,
        stream,
        tenant,
        command,
        actor,
        origin: { ip, userAgent },
        commandId: derivedCommandId(derivedId(id, item)),
        creates,
        seenRevision,
        causationId: id,
        correlationId: started.meta.correlationId,
        traceparent: started.meta.traceparent,
      };
      const executed = limited ? executeInPlace(deps, execution, limited) : execute(deps, execution);
      const done = await executed.catch((error: unknown) => {
        if (!mayBePoison(error)) throw error;
        const { correlationId } = started.meta;
        log.error({ err: error, batch: id, item, correlationId }, 'An item of a batch could not be done');
        return refused('not-done');
      });
      throwIfForNow(done);
      return done;
    },
  };
}
