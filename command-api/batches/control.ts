import { cancelBatch, pauseBatch, resumeBatch } from '@crm/contracts/batches/batches.ts';
import { batchStream } from '@crm/events/streams.ts';
import { mayAccess } from '@crm/platform/batches/may-access.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { type Refused, refused } from '@crm/platform/http/result.ts';
import { batchCommand } from '../handle/aggregate-commands.ts';
import type { Deps } from '../handle/deps.ts';

/**
 * Cancels a batch; its work until then stays. Admins control all batches, operators those that they started as
 * operators.
 */
export const cancel = batchCommand({
  endpoint: cancelBatch,
  policy: everyUser,
  plan: ({ params, caller }, deps) => ({
    stream: batchStream(params.id),
    command: { type: 'CancelBatch' },
    allowed: () => accessible(deps, caller, params.id),
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
    allowed: () => accessible(deps, caller, params.id),
  }),
  answer: () => ({ message: 'Paused', data: {} }),
});

export const resume = batchCommand({
  endpoint: resumeBatch,
  policy: everyUser,
  plan: ({ params, caller }, deps) => ({
    stream: batchStream(params.id),
    command: { type: 'ResumeBatch' },
    allowed: () => accessible(deps, caller, params.id),
  }),
  answer: () => ({ message: 'Resumed', data: {} }),
});

/** Refuses a command on a batch that the caller may not access as on an unknown one. */
async function accessible({ store }: Deps, caller: SignedInCaller, id: string): Promise<Refused | null> {
  return (await mayAccess(store, caller, id)) ? null : refused('batch-not-found');
}
