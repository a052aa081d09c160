import { cancelBatch, pauseBatch, resumeBatch } from '@crm/contracts/batches/batches.ts';
import { batchStream } from '@crm/events/streams.ts';
import { tenantAdmins } from '@crm/platform/http/policy.ts';
import { batchCommand } from '../handle/on.ts';

/** Cancels a batch; its work until then stays. */
export const cancel = batchCommand({
  endpoint: cancelBatch,
  policy: tenantAdmins,
  plan: ({ params }) => ({ stream: batchStream(params.id), command: { type: 'CancelBatch' } }),
  answer: () => ({ message: 'Cancelling', data: {} }),
});

/** Pauses a batch until it is resumed. */
export const pause = batchCommand({
  endpoint: pauseBatch,
  policy: tenantAdmins,
  plan: ({ params }) => ({ stream: batchStream(params.id), command: { type: 'PauseBatch' } }),
  answer: () => ({ message: 'Paused', data: {} }),
});

export const resume = batchCommand({
  endpoint: resumeBatch,
  policy: tenantAdmins,
  plan: ({ params }) => ({ stream: batchStream(params.id), command: { type: 'ResumeBatch' } }),
  answer: () => ({ message: 'Resumed', data: {} }),
});
