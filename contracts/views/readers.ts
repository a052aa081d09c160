import type { Role } from '@crm/events/envelope/envelope.ts';
import type { Refusal } from '../refusals.ts';
import type { ViewedListName } from './views.ts';

/** The role that a user needs at least to open each list. */
const leastRoles: Record<ViewedListName, Role> = {
  leads: 'operator',
  approvals: 'admin',
  users: 'admin',
  offers: 'admin',
  postbacks: 'admin',
  'postback-logs': 'admin',
  audit: 'admin',
  organizations: 'super_admin',
  subscriptions: 'super_admin',
  payments: 'super_admin',
};

/**
 * The refusal for a user who cannot open the list, and so does not see its views: their filters may name what the user must
 * not know, such as another user. Null for the others.
 */
export function refusalOfViews(list: ViewedListName, role: Role): Refusal | null {
  const least = leastRoles[list];
  switch (least) {
    case 'operator':
      return null;
    case 'admin':
      return role === 'operator' ? 'admin-required' : null;
    case 'super_admin':
      return role === 'super_admin' ? null : 'super-admin-required';
    default:
      return least satisfies never;
  }
}
