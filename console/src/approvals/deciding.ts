import type { PendingApproval } from '@crm/contracts/approvals/approvals.ts';

/** A request and the decision that the admin is about to make. */
export type Deciding = {
  decision: 'approve' | 'reject';
  /** The request as it was read. A request that replaced it since is not decided. */
  request: Omit<PendingApproval, 'phone' | 'assignedOperator'>;
};
