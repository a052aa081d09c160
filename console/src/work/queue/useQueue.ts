import type { Lead } from '@crm/contracts/leads/lead.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { codeOf, errorText, isStopped } from '../../api/errors.ts';
import { seenPosition } from '../../api/position.ts';
import { useSending } from '../../api/useSending.ts';
import { formatDateTime } from '../../format/date.ts';
import { announce } from '../../ui/announce.tsx';
import { toast } from '../../ui/toast.tsx';
import { useBreak, useOutcome, usePatientTake, useSkip, useTake } from '../commands.ts';
import { workQueue } from '../queries.ts';
import { workTexts } from '../texts.ts';
import { leadsAhead } from './ahead.ts';
import { newestQueue } from './newest.ts';
import type { Outcome } from './outcomes.ts';
import {
  addStep,
  currentSteps,
  forgetUpNext,
  holdTab,
  isLastStep,
  markAnswered,
  markFinished,
  useSteps,
} from './steps.ts';
import { useReadAhead } from './useReadAhead.ts';
import { useRenewal } from './useRenewal.ts';

/** The queue's lead on screen, and what the operator can do with it. */
export function useQueue() {
  const queryClient = useQueryClient();
  const query = useQuery(workQueue());
  const comment = useOutcome().mutateAsync;
  const take = useTake().mutateAsync;
  const patientTake = usePatientTake().mutateAsync;
  const skipLead = useSkip().mutateAsync;
  const setBreak = useBreak().mutateAsync;
  const steps = useSteps();
  const { running } = steps;
  const isUnsent = useSending(isRetried);
  const [isChangingBreak, setIsChangingBreak] = useState(false);

  const queue = query.data?.data;
  const [shown = null, ahead = null] = query.data ? leadsAhead(query.data, steps) : [];
  const isTaken = queue?.current !== null && queue?.current.lead._id === shown?.lead._id;

  const newest = () => newestQueue(queryClient);

  /** Sends a command after those before it; the last one reads the queue again. */
  function enqueue(step: () => Promise<unknown>, onError: (error: unknown) => void) {
    if (currentSteps().running === 0 && newest().hidden.length === 0) forgetUpNext();
    return addStep(step, onError, () => queryClient.refetchQueries({ queryKey: workQueue().queryKey }));
  }

  /** Takes the first free lead of these. */
  const takeFirst = (leadIds: string[]) => take({ body: { leadIds } }).catch(onBreak);

  /** Takes a lead that the operator has finished before its turn to be taken came: a skip of another one does nothing. */
  async function takeFinished(id: string) {
    if (newest().takenId !== id) await patientTake({ body: { leadIds: [id] } }).catch(onBreak);
  }

  function takeNext() {
    const { hasTaken, toTake } = newest();
    return hasTaken || toTake.length === 0 ? null : takeFirst(toTake);
  }

  /** Takes the lead off the screen, sends how the work on it ended, and takes the next one. */
  function finish(
    { _id: id }: Lead,
    send: () => Promise<unknown>,
    { failed, announced }: { failed: (message: string) => string; announced: (name: string) => string },
  ) {
    // A lead that was reassigned while its dialog was open is not on screen any more.
    const next = id === shown?.lead._id ? ahead : shown;
    const sendHeld = holdTab(send);
    void enqueue(
      async () => {
        await sendHeld().finally(() => markAnswered(id, seenPosition()));
        // The operator may have finished the next lead already. If no lead can be taken, the outcome is saved nevertheless:
        // `takeAnother` tries again after the queue was read, and shows why that fails.
        if (isLastStep()) await takeNext()?.catch(() => {});
      },
      (error) => {
        if (!isStopped(error)) toast.error(failed(errorText(error)), { stays: true });
      },
    );
    markFinished(id, next?.lead._id ?? null, newest().hidden);
    if (next) announce(announced(next.lead.fullName));
  }

  const takeAnother = useEffectEvent(() => {
    void enqueue(
      async () => {
        const taken = await takeNext()?.catch(
          (error: unknown) => void toast.error(errorText(error), { id: TAKE_TOAST }),
        );
        if (taken === 'on-break') return;
        // Other operators took all of them, or the server cannot be reached: the effect below tries again.
        if (!taken?.data.leadId && !newest().hasTaken)
          await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      },
      () => {},
    );
  });
  const mayTake = queue !== undefined && !queue.isOnBreak && !isTaken && queue.candidates.length > 0;
  // A queue that is behind may not have the lead that the last step took: a second one would replace it on screen.
  const isBehind = query.data?.stale ?? false;
  const first = queue?.candidates[0];
  useEffect(() => {
    if (mayTake && !isBehind && running === 0 && first !== undefined) takeAnother();
  }, [mayTake, isBehind, running, first]);

  useRenewal({
    leadId: queue?.current?.lead._id,
    isRead: query.isFetchedAfterMount,
    renew(id) {
      if (newest().hidden.some((lead) => lead.id === id)) return;
      void enqueue(
        () => takeFirst([id]),
        (error) => toast.error(errorText(error)),
      );
    },
  });
  useReadAhead(ahead?.lead._id);

  return {
    query,
    queue,
    shown: queue?.isOnBreak ? null : shown,
    /** The first lead is being taken. */
    isTaking: running > 0 || mayTake,
    /** How many finished leads wait for a server that does not answer. */
    unsent: isUnsent ? steps.finished.filter(({ kind }) => kind === 'sending').length : 0,
    record: (lead: Lead, { content }: Outcome, callbackAt: string | null = null) => {
      const send = async () => {
        // A lead of the pool is assigned to the operator only by taking it.
        if (lead.assignedOperator === null) await takeFinished(lead._id);
        return comment({ params: { id: lead._id }, body: { content, callbackAt } });
      };
      const failed = (message: string) =>
        callbackAt === null
          ? workTexts.notSaved(lead.orderId, content, message)
          : workTexts.callbackNotSaved(lead.orderId, formatDateTime(callbackAt), message);
      finish(lead, send, { failed, announced: workTexts.savedNext });
    },
    skip: (lead: Lead) => {
      const send = async () => {
        await takeFinished(lead._id);
        const { data } = await skipLead({ params: { id: lead._id } });
        toast.info(data.isSkipped ? workTexts.skipped : workTexts.notSkipped(lead.orderId));
      };
      const failed = (message: string) => workTexts.skipFailed(lead.orderId, message);
      // The toast says that it was skipped, so only the next lead is announced.
      finish(lead, send, { failed, announced: workTexts.next });
    },
    /** A break is being started or ended. */
    isChangingBreak,
    setBreak: (isOnBreak: boolean) => {
      setIsChangingBreak(true);
      void enqueue(
        () => setBreak({ body: { isOnBreak } }),
        (error) => toast.error(errorText(error)),
      ).finally(() => setIsChangingBreak(false));
    },
  };
}

/** An outcome or skip that has failed, and is sent again. */
const isRetried = ({ state }: { state: { failureCount: number } }) => state.failureCount > 0;

/** 'on-break' is no error: the queue is read again and shows the break. */
function onBreak(error: unknown): 'on-break' {
  if (codeOf(error) === 'on-break') return 'on-break';
  throw error;
}

/** Each attempt replaces the message of the one before. */
const TAKE_TOAST = 'take';
/** The pause after an attempt that took no lead. */
const TRY_AGAIN_MS = 2_000;
