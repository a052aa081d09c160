import type { SignedInUser } from '@crm/contracts/users/user.ts';

type Viewer = Pick<SignedInUser, 'role' | 'permissions'>;

/** The roles that have each ability. The server decides every call; the console only hides what would be refused. */
const roles = {
  /** Open the pages for admins. The server's admin guard also admits super admins. */
  'open-admin-pages': ['admin', 'super_admin'],
  /** See the settings of the organisation. */
  'open-settings': ['admin', 'super_admin'],
  /** Edit, assign, delete, select and export leads; set a status without approval. */
  'manage-leads': ['admin'],
  /** Work on assigned leads: request a status. */
  'work-leads': ['operator'],
  /** Open the work queue: operators their own, admins the team's. */
  'open-work': ['admin', 'operator'],
  /** See the leads of all operators. Operators need the permission. */
  'see-all-leads': ['admin', 'super_admin'],
  'upload-leads': ['admin'],
  'manage-users': ['admin'],
  'manage-offers': ['admin'],
  'manage-postbacks': ['admin'],
  'decide-requests': ['admin'],
  /** Share a saved view with the organisation. */
  'share-views': ['admin'],
  'change-organization': ['admin'],
  /** See and renew the billing subscription of the organisation. */
  'manage-own-subscription': ['admin'],
  /** The super admin's pages: they are not for admins of tenants. */
  'manage-tenants': ['super_admin'],
  'manage-plans': ['super_admin'],
  'manage-subscriptions': ['super_admin'],
  /** The audit history: admins that of their organisation, super admins that of all. */
  'see-audit': ['admin', 'super_admin'],
  'see-audit-of-all': ['super_admin'],
  'see-batches': ['admin', 'operator'],
  /** Pause, resume and cancel the batches of all users. Everyone may do so with the own ones. */
  'control-all-batches': ['admin'],
  'undo-batches': ['admin'],
} satisfies Record<string, readonly SignedInUser['role'][]>;

export type Ability = keyof typeof roles;

/** The role that a user needs at least to have an ability: the guard of a page names it. */
export function leastRoleFor(ability: Ability): SignedInUser['role'] {
  const admitted: readonly SignedInUser['role'][] = roles[ability];
  return (['operator', 'admin', 'super_admin'] as const).find((role) => admitted.includes(role)) ?? 'admin';
}

/**
 * Whether the user has the ability: the only place where the console decides by role. Conditions on the
 * tenant (a limit of its plan, a blocked subscription) belong here, too.
 */
export function can(user: Viewer, ability: Ability): boolean {
  if (ability === 'see-all-leads' && user.permissions.canSeeLeadsOfAllOperators) return true;
  const admitted: readonly SignedInUser['role'][] = roles[ability];
  return admitted.includes(user.role);
}
