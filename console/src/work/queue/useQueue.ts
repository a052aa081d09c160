import type { Lead } from '@crm/contracts/leads/lead.ts';
import type * as writeContract from '@crm/contracts/leads/write.ts';
import type * as workContract from '@crm/contracts/work/work.ts';
import type { QueuedLead, WorkQueue } from '@crm/contracts/work/work.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { address } from '../../api/address.ts';
import { errorText } from '../../api/errors.ts';
import { useCommand } from '../../api/useCommand.ts';
import { leadDetail, otherOrders } from '../../leads/detail/queries.ts';
import { announce } from '../../ui/announce.tsx';
import { toast } from '../../ui/toast.tsx';
import { workQueue } from '../queries.ts';
import { workTexts } from '../texts.ts';
import type { Outcome } from './outcomes.ts';

/** The queue's lead on screen, and what the operator can do with it. */
export function useQueue() {
  const queryClient = useQueryClient();
  const query = useQuery(workQueue());
  const comment = useCommand(
    address<typeof writeContract.addOperatorComment>('POST', '/operator/leads/:id/comment'),
    [],
  ).mutateAsync;
  const take = useCommand(
    address<typeof workContract.takeLead>('POST', '/operator/work-queue/take'),
    [],
  ).mutateAsync;
  const skipLead = useCommand(
    address<typeof workContract.skipLead>('POST', '/operator/leads/:id/skip'),
    [],
  ).mutateAsync;
  const setBreak = useCommand(
    address<typeof workContract.setBreak>('PUT', '/operator/break'),
    [],
  ).mutateAsync;

  /** Leads that the operator has finished and the server may not know yet: the next one is on screen at once. */
  const [done, setDone] = useState<readonly string[]>([]);
  const finished = useRef<ReadonlySet<string>>(new Set());
  /** Steps that wait or run. */
  const [busy, setBusy] = useState(0);
  const work = useRef({ last: Promise.resolve(), steps: 0 });

  const queue = query.data;
  const [shown = null, ahead = null] = queue ? leadsAhead(queue, done) : [];
  const isTaken = queue?.current !== null && queue?.current.lead._id === shown?.lead._id;

  /** Sends commands one after the other, in the order of the operator's keys; the last one reads the queue again. */
  function enqueue(step: () => Promise<unknown>, onError: (error: unknown) => void) {
    const { current } = work;
    current.steps += 1;
    setBusy(current.steps);
    current.last = current.last
      .then(step)
      .then(() => {}, onError)
      .then(() => (isLast() ? queryClient.refetchQueries({ queryKey: workQueue().queryKey }) : undefined))
      .finally(() => {
        current.steps -= 1;
        setBusy(current.steps);
      });
    return current.last;
  }
  const isLast = () => work.current.steps === 1;

  function takeNext() {
    const wanted = queryClient.getQueryData(workQueue().queryKey)?.data.candidates ?? [];
    const leadIds = wanted.filter((id) => !finished.current.has(id));
    return leadIds.length > 0 ? take({ body: { leadIds } }) : null;
  }

  function markDone(id: string) {
    finished.current = new Set([...finished.current, id]);
    setDone([...finished.current]);
  }

  /** After the last step, the queue that was read does not contain finished leads. */
  function forgetDone() {
    const isStale = queryClient.getQueryData(workQueue().queryKey)?.stale;
    if (work.current.steps > 0 || isStale) return;
    finished.current = new Set();
    setDone([]);
  }

  /** Takes the lead off the screen, sends how the work on it ended, and takes the next one. */
  function finish({ _id: id, orderId }: Lead, send: () => Promise<unknown>) {
    markDone(id);
    if (ahead) announce(workTexts.saved(ahead.lead.fullName));
    void enqueue(
      async () => {
        await send();
        // The operator may have finished the next lead already.
        if (isLast()) await takeNext();
      },
      (error) => toast.error(workTexts.failed(orderId, errorText(error))),
    ).then(forgetDone);
  }

  const takeAnother = useEffectEvent(() => {
    void enqueue(
      async () => {
        const taken = await takeNext()?.catch((error: unknown) => void toast.error(errorText(error)));
        // Other operators took all of them, or the server cannot be reached: the effect below tries again.
        if (!taken?.data.leadId) await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      },
      () => {},
    );
  });
  const mayTake = queue !== undefined && !queue.isOnBreak && !isTaken && queue.candidates.length > 0;
  const first = queue?.candidates[0];
  useEffect(() => {
    if (mayTake && busy === 0 && first !== undefined) takeAnother();
  }, [mayTake, busy, first]);

  const renew = useEffectEvent((id: string) => {
    void enqueue(
      () => take({ body: { leadIds: [id] } }),
      (error) => toast.error(errorText(error)),
    );
  });
  const current = queue?.current?.lead._id;
  const until = queue?.current?.takenUntil;
  useEffect(() => {
    if (current === undefined || until === undefined) return;
    const timer = setTimeout(() => renew(current), Date.parse(until) - Date.now() - RENEW_BEFORE_MS);
    return () => clearTimeout(timer);
  }, [current, until]);

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
    isTaking: busy > 0 || mayTake,
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

/** The lease is renewed in its second half, while the lead is on screen (events/leads/lease.ts). */
const RENEW_BEFORE_MS = 9 * 60_000;

/** The taken lead and the operator's next ones. */
const leadsAhead = ({ current, next }: WorkQueue, done: readonly string[]): QueuedLead[] =>
  [...(current ? [current] : []), ...next].filter(({ lead }) => !done.includes(lead._id));
