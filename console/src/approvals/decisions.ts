import type { PendingApproval } from '@crm/contracts/approvals/approvals.ts';

/** The decisions of an admin about a request. */
export type Decision = 'approve' | 'reject';

/** A request and the decision that the admin is about to make. */
export type Deciding = {
  decision: Decision;
  /** The request as it was read. A request that replaced it since is not decided. */
  request: Omit<PendingApproval, 'phone' | 'alternatePhone' | 'assignedOperator'>;
};
