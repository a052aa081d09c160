import { cancelBatch, pauseBatch, resumeBatch } from '@crm/contracts/batches/batches.ts';
import { batchStream } from '@crm/events/streams.ts';
import { tenantAdmins } from '@crm/platform/http/policy.ts';
import { batchCommand } from '../handle/on.ts';

/** Ends a batch before its end; what it did until then stands. */
export const cancel = batchCommand({
  endpoint: cancelBatch,
  policy: tenantAdmins,
  plan: ({ params }) => ({ stream: batchStream(params.id), command: { type: 'CancelBatch' } }),
  answer: () => ({ message: 'Cancelling', data: {} }),
});

/** Lets a batch wait until it is resumed. */
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
