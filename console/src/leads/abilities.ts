import type { Lead } from '@crm/contracts/leads/lead.ts';
import { can } from '../auth/can.ts';
import type { CurrentUser } from '../auth/currentUser.ts';
import { authTexts } from '../auth/texts.ts';
import { leadWords } from './texts/words.ts';

type Assigned = Pick<Lead, 'assignedOperator' | 'erasedAt'>;

/** Whether the user manages the lead: an erased one does not change any more. */
export const mayManage = (user: CurrentUser, lead: Pick<Lead, 'erasedAt'>): boolean =>
  can(user, 'manage-leads') && lead.erasedAt === null;

/** Whether the user may edit the lead and comment on it. Seeing the leads of others does not suffice. */
export const mayWorkOn = (user: CurrentUser, lead: Assigned): boolean =>
  mayManage(user, lead) || mayRequestStatus(user, lead);

/** Whether the user may request a status: operators may, for leads assigned to them. */
export function mayRequestStatus(user: CurrentUser, lead: Assigned): boolean {
  return can(user, 'work-leads') && lead.assignedOperator?._id === user._id && lead.erasedAt === null;
}

/** Why a user who may not work on the lead can only read it. */
export function whyReadOnly(
  { isViewed }: Pick<CurrentUser, 'isViewed'>,
  { erasedAt }: Pick<Lead, 'erasedAt'>,
): string {
  if (erasedAt !== null) return leadWords.erasedStays;
  return isViewed ? authTexts.onlyViewed : leadWords.notAssignedToYou;
}
