import type { QueuedLead, WorkQueue } from '@crm/contracts/work/work.ts';
import type { FinishedLead, Steps } from './steps.ts';

/** An answer of the queue, with the position of the history that it is known to include. */
export type AnsweredQueue = { data: WorkQueue; position: string | null; stale: boolean };

/** The finished leads that this queue may still contain: it does not include the answers to their commands. */
export function stillListed(
  { position: known, stale }: Pick<AnsweredQueue, 'position' | 'stale'>,
  finished: readonly FinishedLead[],
): FinishedLead[] {
  return finished.filter((lead) => {
    if (lead.kind === 'sending' || stale) return true;
    return lead.position !== null && (known === null || known < lead.position);
  });
}

/**
 * The taken lead and the operator's next ones, without those that the operator has finished. The first of these stays first
 * until it is taken, also if an urgent lead arrives meanwhile: the operator may be reading or calling it already.
 */
export function leadsAhead(queue: AnsweredQueue, { running, finished, upNext }: Steps): QueuedLead[] {
  const { current, next } = queue.data;
  const hidden = stillListed(queue, finished);
  const staysFirst = running > 0 || queue.stale || hidden.length > 0 ? upNext : null;
  function place({ lead }: QueuedLead): number {
    if (lead._id === current?.lead._id) return 0;
    return lead._id === staysFirst ? 1 : 2;
  }
  return [...(current ? [current] : []), ...next]
    .filter(({ lead }) => !hidden.some(({ id }) => id === lead._id))
    .toSorted((a, b) => place(a) - place(b));
}

/** The first lead that the operator may take; undefined on a break, or when the lead on screen is taken already. */
export function leadToTake(
  { isOnBreak, current, candidates }: WorkQueue,
  shown: QueuedLead | null,
): string | undefined {
  const isTaken = current !== null && current.lead._id === shown?.lead._id;
  return isOnBreak || isTaken ? undefined : candidates[0];
}
