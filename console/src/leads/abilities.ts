import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { SignedInUser } from '@crm/contracts/users/user.ts';

type Someone = Pick<SignedInUser, '_id' | 'role'>;

/** Whether the user manages the organisation's leads: edit, assign, delete, set a status directly. */
export function managesLeads(user: Someone): boolean {
  return user.role === 'admin';
}

/** Whether the user may request a status: operators may, for leads assigned to them. */
export function mayRequestStatus(user: Someone, lead: Pick<Lead, 'assignedOperator'>): boolean {
  return user.role === 'operator' && lead.assignedOperator?._id === user._id;
}
