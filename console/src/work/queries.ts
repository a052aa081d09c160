import type * as workContract from '@crm/contracts/work/work.ts';
import { queryOptions } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import { againAfter, againEachMinute, read } from '../api/read.ts';

const IDLE_AGAIN_MS = 10_000;

/** The caller's work queue. Hints about the caller's own leads refresh it; each outcome refetches it at once. */
export const workQueue = () =>
  queryOptions({
    ...read(
      address<typeof workContract.workQueue>('GET', '/operator/work-queue'),
      { query: {} },
      { topics: ['work', 'leads'], pace: 'aggregate' },
    ),
    refetchInterval: queueAgainAfter,
  });

type ShownQueue = {
  state: {
    data?: { data: Pick<workContract.WorkQueue, 'current' | 'isOnBreak'>; stale: boolean } | undefined;
    error: Error | null;
  };
};

/**
 * After how many ms the visible page reads its queue again by itself: also while it has no lead. An operator gets no
 * hints about unassigned leads, and there are none when a lead becomes overdue or when the hour of a skip is over.
 */
export function queueAgainAfter({ state }: ShownQueue): number | false {
  const queue = state.error ? undefined : state.data?.data;
  const isIdle = queue?.current === null && !queue.isOnBreak;
  return againAfter({ state }) || (isIdle && IDLE_AGAIN_MS);
}

/** The caller's promised calls of the next 24 hours, and those that are due. */
export const callbacks = () =>
  queryOptions({
    ...read(
      address<typeof workContract.listCallbacks>('GET', '/operator/callbacks'),
      {},
      { topics: ['work'], mentions: ['leads'] },
    ),
    select: ({ data }) => data,
  });

/** The lead of each operator at work, and their pace of today and of the last hour. */
export const teamWork = () =>
  queryOptions({
    ...read(
      address<typeof workContract.teamWork>('GET', '/admin/work'),
      { query: {} },
      { topics: ['work', 'users', 'tenant'], pace: 'aggregate', mentions: ['leads'] },
    ),
    refetchInterval: againEachMinute,
    select: ({ data }) => data,
  });
