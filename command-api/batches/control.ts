import { cancelBatch, pauseBatch, resumeBatch } from '@crm/contracts/batches/batches.ts';
import { batches } from '@crm/events/batches/aggregate.ts';
import { batchStream } from '@crm/events/streams.ts';
import { load } from '@crm/platform/commands/load.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { type Refused, refused } from '@crm/platform/http/result.ts';
import { batchCommand } from '../handle/aggregate-commands.ts';
import type { Deps } from '../handle/deps.ts';

/** Cancels a batch; its work until then stays. Admins control all batches, operators those that they started. */
export const cancel = batchCommand({
  endpoint: cancelBatch,
  policy: everyUser,
  plan: ({ params, caller }, deps) => ({
    stream: batchStream(params.id),
    command: { type: 'CancelBatch' },
    allowed: () => startedBy(deps, caller, params.id),
  }),
  answer: () => ({ message: 'Cancelling', data: {} }),
});

/** Pauses a batch until it is resumed. */
export const pause = batchCommand({
  endpoint: pauseBatch,
  policy: everyUser,
  plan: ({ params, caller }, deps) => ({
    stream: batchStream(params.id),
    command: { type: 'PauseBatch' },
    allowed: () => startedBy(deps, caller, params.id),
  }),
  answer: () => ({ message: 'Paused', data: {} }),
});

export const resume = batchCommand({
  endpoint: resumeBatch,
  policy: everyUser,
  plan: ({ params, caller }, deps) => ({
    stream: batchStream(params.id),
    command: { type: 'ResumeBatch' },
    allowed: () => startedBy(deps, caller, params.id),
  }),
  answer: () => ({ message: 'Resumed', data: {} }),
});

/** Refuses an operator's command on a batch of another user as on an unknown one: operators do not see it. */
async function startedBy({ store }: Deps, caller: SignedInCaller, id: string): Promise<Refused | null> {
  if (caller.role === 'admin') return null;
  const { recorded } = await load(store, batches.types, batchStream(id));
  const actor = recorded[0]?.meta.actor;
  return actor?.kind === 'user' && actor.id === caller.id ? null : refused('batch-not-found');
}
