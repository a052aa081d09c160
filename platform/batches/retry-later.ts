import { refusals } from '@crm/contracts/refusals.ts';
import { RetryLater } from '../failures/classify.ts';
import type { Refused } from '../http/result.ts';

/** Throws RetryLater if a command of a batch was refused only for now: an outage, or too many changes at once. */
export function throwIfForNow(done: { kind: 'executed' } | Refused): void {
  if (done.kind === 'refused' && refusals[done.refusal].status === 503)
    throw new RetryLater(`A command of a batch was refused for now: ${done.refusal}`);
}
