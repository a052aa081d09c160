import type * as approvalsContract from '@crm/contracts/approvals/approvals.ts';
import { address } from '../api/address.ts';
import type { Topics } from '../api/read.ts';
import { useCommand } from '../api/useCommand.ts';

/** A decision changes the lead and the list of pending approvals; many decisions are a batch. */
export const decisionTopics: Topics = ['approvals', 'leads', 'batches'];

export const useApprove = () =>
  useCommand(
    address<typeof approvalsContract.approveStatus>('POST', '/admin/approve-status/:id'),
    decisionTopics,
  );
export const useReject = () =>
  useCommand(
    address<typeof approvalsContract.rejectStatus>('POST', '/admin/reject-status/:id'),
    decisionTopics,
  );
export const useBulkReject = () =>
  useCommand(address<typeof approvalsContract.bulkReject>('POST', '/admin/bulk-reject'), decisionTopics)
    .mutateAsync;
export const useBulkApprove = () =>
  useCommand(address<typeof approvalsContract.bulkApprove>('POST', '/admin/bulk-approve'), decisionTopics)
    .mutateAsync;
