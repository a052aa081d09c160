import { getBatch, listBatches, listProblems } from '@crm/contracts/batches/batches.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Input } from '../api/client.ts';
import { read } from '../api/read.ts';

export type BatchListInput = Input<typeof listBatches>['query'];
export type ProblemListInput = Input<typeof listProblems>['query'];

/** One batch, kept live while it runs. */
export const batchDetail = (id: string) => read(getBatch, { params: { id } }, { topics: ['batches'], id });

export const batchList = (query: BatchListInput) =>
  queryOptions({
    ...read(listBatches, { query }, { topics: ['batches'] }),
    placeholderData: keepPreviousData,
  });

/** What runs and what ran lately, for the header. */
export const latestBatches = batchList({ page: 1, limit: 8 });

/** What a batch skipped or could not do. */
export const batchProblems = (id: string, query: ProblemListInput) =>
  queryOptions({
    ...read(listProblems, { params: { id }, query }, { topics: ['batches'], id }),
    placeholderData: keepPreviousData,
  });
