import type * as workContract from '@crm/contracts/work/work.ts';
import { queryOptions } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import { read } from '../api/read.ts';

/** The caller's work queue. Hints about other leads refresh it every few seconds; each outcome refetches it at once. */
export const workQueue = () =>
  queryOptions({
    ...read(
      address<typeof workContract.workQueue>('GET', '/operator/work-queue'),
      { query: {} },
      { topics: ['work', 'leads'], pace: 'aggregate' },
    ),
    select: ({ data }) => data,
  });

/** The caller's promised calls of the next 24 hours, and those that are due. */
export const callbacks = () =>
  queryOptions({
    ...read(
      address<typeof workContract.listCallbacks>('GET', '/operator/callbacks'),
      {},
      { topics: ['work'] },
    ),
    select: ({ data }) => data,
  });

/** What each operator works on, and their pace of today. */
export const teamWork = () =>
  queryOptions({
    ...read(
      address<typeof workContract.teamWork>('GET', '/admin/work'),
      { query: {} },
      { topics: ['work', 'users', 'tenant'], pace: 'aggregate' },
    ),
    select: ({ data }) => data,
  });
