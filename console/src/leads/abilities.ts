import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { SignedInUser } from '@crm/contracts/users/user.ts';
import { can } from '../auth/can.ts';

/** Whether the user may edit the lead and comment on it. Seeing the leads of others does not suffice. */
export const mayWorkOn = (user: SignedInUser, lead: Pick<Lead, 'assignedOperator'>): boolean =>
  can(user, 'manage-leads') || mayRequestStatus(user, lead);

/** Whether the user may request a status: operators may, for leads assigned to them. */
export function mayRequestStatus(user: SignedInUser, lead: Pick<Lead, 'assignedOperator'>): boolean {
  return can(user, 'work-leads') && lead.assignedOperator?._id === user._id;
}
