import type { QueryClient } from '@tanstack/react-query';
import { workQueue } from '../queries.ts';
import { leadsAhead, stillListed } from './ahead.ts';
import { currentSteps, type FinishedLead } from './steps.ts';

export type NewestQueue = {
  /** Finished leads that the queue may still contain. */
  hidden: readonly FinishedLead[];
  takenId: string | null;
  /** A lead is taken that the operator has not finished: their other window may have taken it. */
  hasTaken: boolean;
  /** The free leads that the operator may take, the one on screen first. */
  toTake: string[];
};

/** The newest queue that was read, seen with the operator's steps since; empty before the first one was read. */
export function newestQueue(queryClient: QueryClient): NewestQueue {
  const queue = queryClient.getQueryData(workQueue().queryKey);
  if (!queue) return { hidden: [], takenId: null, hasTaken: false, toTake: [] };
  const hidden = stillListed(queue, currentSteps().finished);
  const isHidden = (id: string) => hidden.some((lead) => lead.id === id);
  const { current, candidates } = queue.data;
  const takenId = current?.lead._id ?? null;
  const onScreen = leadsAhead(queue, currentSteps())[0]?.lead._id;
  return {
    hidden,
    takenId,
    hasTaken: takenId !== null && !isHidden(takenId),
    toTake: candidates
      .filter((id) => !isHidden(id))
      .toSorted((a, b) => Number(b === onScreen) - Number(a === onScreen)),
  };
}
