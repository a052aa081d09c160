import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { QueuedLead, WorkQueue } from '@crm/contracts/work/work.ts';
import { LEASE_MINUTES } from '@crm/events/leads/lease.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { errorText } from '../../api/errors.ts';
import { leadDetail, otherOrders } from '../../leads/detail/queries.ts';
import { announce } from '../../ui/announce.tsx';
import { toast } from '../../ui/toast.tsx';
import { useBreak, useOutcome, useSkip, useTake } from '../commands.ts';
import { workQueue } from '../queries.ts';
import { workTexts } from '../texts.ts';
import type { Outcome } from './outcomes.ts';
import {
  addStep,
  currentSteps,
  forgetFinished,
  holdTab,
  isLastStep,
  markFinished,
  type Steps,
  useSteps,
} from './steps.ts';

/** The queue's lead on screen, and what the operator can do with it. */
export function useQueue() {
  const queryClient = useQueryClient();
  const query = useQuery(workQueue());
  const comment = useOutcome().mutateAsync;
  const take = useTake().mutateAsync;
  const skipLead = useSkip().mutateAsync;
  const setBreak = useBreak().mutateAsync;
  const steps = useSteps();
  const { running, answeredAt } = steps;

  const { data: queue, dataUpdatedAt } = query;
  const [shown = null, ahead = null] = queue ? leadsAhead(queue, steps) : [];
  const isTaken = queue?.current !== null && queue?.current.lead._id === shown?.lead._id;

  const cached = () => queryClient.getQueryData(workQueue().queryKey);

  /** Sends a command after those before it; the last one reads the queue again. */
  const enqueue = (step: () => Promise<unknown>, onError: (error: unknown) => void) =>
    addStep(step, onError, () => queryClient.refetchQueries({ queryKey: workQueue().queryKey }));

  const isFinished = (id: string) => currentSteps().finished.includes(id);

  /** Whether the newest queue has a taken lead: the operator's other window may have taken it. */
  function hasTaken() {
    const current = cached()?.data.current?.lead._id;
    return current !== undefined && !isFinished(current);
  }

  function takeNext() {
    const newest = cached()?.data;
    if (!newest || hasTaken()) return null;
    const wanted = newest.candidates.filter((id) => !isFinished(id));
    const onScreen = leadsAhead(newest, currentSteps())[0]?.lead._id;
    const leadIds = wanted.toSorted((a, b) => Number(b === onScreen) - Number(a === onScreen));
    return leadIds.length > 0 ? take({ body: { leadIds } }) : null;
  }

  // Leaving the page cancels the read after the last step; then the read on return is the first without them.
  const forget = useEffectEvent(() => {
    if (!cached()?.stale) forgetFinished();
  });
  useEffect(() => {
    if (running === 0 && dataUpdatedAt >= answeredAt) forget();
  }, [running, dataUpdatedAt, answeredAt]);

  /** Takes the lead off the screen, sends how the work on it ended, and takes the next one. */
  function finish({ _id: id, orderId }: Lead, send: () => Promise<unknown>) {
    // A lead that was reassigned while its dialog was open is not on screen any more.
    const next = id === shown?.lead._id ? ahead : shown;
    markFinished(id, next?.lead._id ?? null);
    if (next) announce(workTexts.saved(next.lead.fullName));
    const sendHeld = holdTab(send);
    void enqueue(
      async () => {
        await sendHeld();
        // The operator may have finished the next lead already.
        if (isLastStep()) await takeNext();
      },
      (error) => toast.error(workTexts.failed(orderId, errorText(error))),
    );
  }

  const takeAnother = useEffectEvent(() => {
    void enqueue(
      async () => {
        const taken = await takeNext()?.catch((error: unknown) => void toast.error(errorText(error)));
        // Other operators took all of them, or the server cannot be reached: the effect below tries again.
        if (!taken?.data.leadId && !hasTaken())
          await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      },
      () => {},
    );
  });
  const mayTake = queue !== undefined && !queue.isOnBreak && !isTaken && queue.candidates.length > 0;
  const first = queue?.candidates[0];
  useEffect(() => {
    if (mayTake && running === 0 && first !== undefined) takeAnother();
  }, [mayTake, running, first]);

  const current = queue?.current?.lead._id;
  const renew = useEffectEvent(() => {
    if (current === undefined || isFinished(current)) return;
    void enqueue(
      () => take({ body: { leadIds: [current] } }),
      (error) => toast.error(errorText(error)),
    );
  });
  // A lead that was taken before the page was opened may be near the end of its lease.
  const { isFetchedAfterMount } = query;
  useEffect(() => {
    if (isFetchedAfterMount) renew();
  }, [isFetchedAfterMount]);
  useEffect(() => {
    if (current === undefined) return;
    const timer = setInterval(renew, RENEW_EVERY_MS);
    return () => clearInterval(timer);
  }, [current]);

  // The next lead's history is read before it is shown.
  const aheadId = ahead?.lead._id;
  useEffect(() => {
    if (aheadId === undefined) return;
    void queryClient.prefetchQuery(leadDetail(aheadId));
    void queryClient.prefetchQuery(otherOrders(aheadId));
  }, [aheadId, queryClient]);

  return {
    query,
    shown: queue?.isOnBreak ? null : shown,
    /** The first lead is being taken. */
    isTaking: running > 0 || mayTake,
    record: (lead: Lead, { content }: Outcome, callbackAt: string | null = null) =>
      finish(lead, () => comment({ params: { id: lead._id }, body: { content, callbackAt } })),
    skip: (lead: Lead) => {
      finish(lead, () => skipLead({ params: { id: lead._id } }));
      toast.info(workTexts.skipped);
    },
    setBreak: (isOnBreak: boolean) =>
      enqueue(
        () => setBreak({ body: { isOnBreak } }),
        (error) => toast.error(errorText(error)),
      ),
  };
}

/** The pause after an attempt that took no lead. */
const TRY_AGAIN_MS = 2_000;

/**
 * How often the lead on screen is taken again. In the first half of its lease the server ignores it, so the second half
 * has two attempts (events/leads/lease.ts). No end of a lease is compared with the browser's clock, which may be wrong.
 */
const RENEW_EVERY_MS = (LEASE_MINUTES / 4) * 60_000;

/**
 * The taken lead and the operator's next ones. The first of these stays first until it is taken, also if an urgent lead
 * arrives meanwhile: the operator may be reading or calling it already.
 */
function leadsAhead({ current, next }: WorkQueue, { finished, upNext }: Steps): QueuedLead[] {
  function place({ lead }: QueuedLead): number {
    if (lead._id === current?.lead._id) return 0;
    return lead._id === upNext ? 1 : 2;
  }
  return [...(current ? [current] : []), ...next]
    .filter(({ lead }) => !finished.includes(lead._id))
    .toSorted((a, b) => place(a) - place(b));
}
