import { approveStatus, bulkApprove, rejectStatus } from '@crm/contracts/approvals/approvals.ts';
import type { Topics } from '../api/read.ts';
import { useCommand } from '../api/useCommand.ts';

/** A decision changes both the lead and the list of pending approvals. */
export const decisionTopics: Topics = ['approvals', 'leads'];

export const useApprove = () => useCommand(approveStatus, decisionTopics);
export const useReject = () => useCommand(rejectStatus, decisionTopics);
export const useBulkApprove = () => useCommand(bulkApprove, decisionTopics);
