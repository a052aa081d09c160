import type * as batchesContract from '@crm/contracts/batches/batches.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import type { Input } from '../api/client.ts';
import { read } from '../api/read.ts';

export type BatchListInput = Input<typeof batchesContract.listBatches>['query'];
export type ProblemListInput = Input<typeof batchesContract.listProblems>['query'];

/** One batch; live hints refresh it while it runs. */
export const batchDetail = (id: string) =>
  read(
    address<typeof batchesContract.getBatch>('GET', '/batches/:id'),
    { params: { id } },
    { topics: ['batches'], id },
  );

export const batchList = (query: BatchListInput) =>
  queryOptions({
    ...read(
      address<typeof batchesContract.listBatches>('GET', '/batches'),
      { query },
      { topics: ['batches'] },
    ),
    placeholderData: keepPreviousData,
  });

/** Running and recent batches, for the header. */
export const latestBatches = batchList({ page: 1, limit: 8 });

/** The items that a batch skipped or failed on. */
export const batchProblems = (id: string, query: ProblemListInput) =>
  queryOptions({
    ...read(
      address<typeof batchesContract.listProblems>('GET', '/batches/:id/problems'),
      { params: { id }, query },
      { topics: ['batches'], id },
    ),
    placeholderData: keepPreviousData,
  });
