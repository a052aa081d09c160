import type * as approvalsContract from '@crm/contracts/approvals/approvals.ts';
import type { getLead } from '@crm/contracts/leads/read.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import { callForText, type Input } from '../api/client.ts';
import { read, readText } from '../api/read.ts';
import { readApprovals } from './answer.ts';

export type ApprovalsInput = Input<typeof approvalsContract.listApprovals>['query'];

const listApprovals = address<typeof approvalsContract.listApprovals>('GET', '/admin/pending-approvals');

/** One page of pending requests; every request and every decision refreshes it. */
export const pendingApprovals = (query: ApprovalsInput) =>
  queryOptions({
    ...readText(listApprovals, { query }, { topics: ['approvals'] }),
    select: readApprovals,
    placeholderData: keepPreviousData,
  });

/** The lead of a request; live hints about it refresh it. The lead's page reads the same. */
export const requestedLead = (id: string) =>
  read(
    address<typeof getLead>('GET', '/leads/:id'),
    { params: { id } },
    { topics: ['leads'], id, mentions: ['users'] },
  );

/** One page of pending requests, not cached. */
export const readPending = async (query: ApprovalsInput, signal: AbortSignal) =>
  readApprovals(await callForText(listApprovals, { query }, { signal }));

/** The operator's own leads whose latest request was rejected, the latest rejection first. */
export const rejectedRequests = read(
  address<typeof approvalsContract.listRejectedRequests>('GET', '/operator/rejected-requests'),
  {},
  { topics: ['rejected-requests'] },
);
