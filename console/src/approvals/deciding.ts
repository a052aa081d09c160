import type { PendingApproval } from '@crm/contracts/approvals/approvals.ts';

/** What is about to be decided, and which way. */
export type Deciding = {
  decision: 'approve' | 'reject';
  /** The request as it was read. It alone is decided: one that replaced it since is not. */
  request: Omit<PendingApproval, 'phone' | 'assignedOperator'>;
};
