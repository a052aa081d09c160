import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { SignedInUser } from '@crm/contracts/users/user.ts';
import { can } from '../auth/can.ts';

/** Whether the user may request a status: operators may, for leads assigned to them. */
export function mayRequestStatus(user: SignedInUser, lead: Pick<Lead, 'assignedOperator'>): boolean {
  return can(user, 'work-leads') && lead.assignedOperator?._id === user._id;
}
