import { useQueryClient } from '@tanstack/react-query';
import { codeOf } from '../../api/errors.ts';
import { usePatientTake, useTake } from '../commands.ts';
import { workQueue } from '../queries.ts';
import { newestQueue } from './newest.ts';
import { addStep, currentSteps, forgetUpNext, isLastStep, stayOn } from './steps.ts';

export type QueueCommands = ReturnType<typeof useQueueCommands>;

/** Sends the commands of the queue, one after the other, and takes its leads. */
export function useQueueCommands() {
  const queryClient = useQueryClient();
  const take = useTake().mutateAsync;
  const patientTake = usePatientTake().mutateAsync;

  /** The newest queue at the time of the call: a step runs later than the render that added it. */
  const newest = () => newestQueue(queryClient);

  /** Takes the first free lead of these. */
  const takeFirst = async (leadIds: string[]) => {
    const answer = await take({ body: { leadIds } }).catch(onBreak);
    // The operator may have finished this lead already; the one after it is on screen.
    if (answer !== 'on-break' && answer.data.leadId && isLastStep()) stayOn(answer.data.leadId);
    return answer;
  };

  return {
    newest,
    takeFirst,
    /** Sends a command after those before it; the last one reads the queue again. */
    enqueue(step: () => Promise<unknown>, onError: (error: unknown) => void): Promise<void> {
      if (currentSteps().running === 0 && newest().hidden.length === 0) forgetUpNext();
      return addStep(step, onError, () => queryClient.refetchQueries({ queryKey: workQueue().queryKey }));
    },
    /** Takes the first free lead of the queue; null if the operator has a lead already, or none is free. */
    takeNext() {
      const { hasTaken, toTake } = newest();
      return hasTaken || toTake.length === 0 ? null : takeFirst(toTake);
    },
    /** Takes a lead that the operator has finished before its turn to be taken came: a skip of another one does nothing. */
    async takeFinished(id: string): Promise<void> {
      if (newest().takenId !== id) await patientTake({ body: { leadIds: [id] } }).catch(onBreak);
    },
  };
}

/** 'on-break' is no error: the queue is read again and shows the break. */
function onBreak(error: unknown): 'on-break' {
  if (codeOf(error) === 'on-break') return 'on-break';
  throw error;
}
