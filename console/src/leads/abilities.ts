import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { SignedInUser } from '@crm/contracts/users/user.ts';

type Someone = Pick<SignedInUser, '_id' | 'role'>;

/** Whether they run the leads of their organisation: edit, assign, delete, set a status directly. */
export function managesLeads(user: Someone): boolean {
  return user.role === 'admin';
}

/** An operator asks for another status of the leads that are assigned to them, and of no others. */
export function mayRequestStatus(user: Someone, lead: Pick<Lead, 'assignedOperator'>): boolean {
  return user.role === 'operator' && lead.assignedOperator?._id === user._id;
}
