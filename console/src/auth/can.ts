import type { CurrentUser } from './currentUser.ts';

type Viewer = Pick<CurrentUser, 'role' | 'permissions' | 'isViewed'>;

type Abilities = Record<string, readonly CurrentUser['role'][]>;

/** The roles that have each ability to see something. */
const seeing = {
  /** Open the pages for admins. The server's admin guard also admits super admins. */
  'open-admin-pages': ['admin', 'super_admin'],
  /** See an organisation as its admins do: the lists and dashboard of all, links to them, and the billing subscription. */
  'see-organization': ['admin'],
  /** See the settings of the organisation. */
  'open-settings': ['admin', 'super_admin'],
  /** Work on assigned leads: request a status. */
  'work-leads': ['operator'],
  /** Open the work queue: operators their own, admins the team's. */
  'open-work': ['admin', 'operator'],
  /** See the leads of all operators. Operators need the permission. */
  'see-all-leads': ['admin', 'super_admin'],
  /** The super admin's pages: they are not for admins of tenants. */
  'manage-tenants': ['super_admin'],
  'manage-plans': ['super_admin'],
  'manage-subscriptions': ['super_admin'],
  /** The audit history: admins that of their organisation, super admins that of all. */
  'see-audit': ['admin', 'super_admin'],
  'see-audit-of-all': ['super_admin'],
} as const satisfies Abilities;

/** The roles that have each ability to change something. A super admin who views an organisation as its admin has none. */
const changing = {
  /** Edit, assign, delete and select leads; set a status without approval. */
  'manage-leads': ['admin'],
  'upload-leads': ['admin'],
  'manage-users': ['admin'],
  'manage-offers': ['admin'],
  'manage-postbacks': ['admin'],
  'decide-requests': ['admin'],
  /** Save views and reports, change the own account. */
  'change-own': ['operator', 'admin', 'super_admin'],
  /** Export rows to a file: the export is recorded. */
  export: ['operator', 'admin', 'super_admin'],
  /** Share a saved view with the organisation. */
  'share-views': ['admin'],
  /** Change the settings of the organisation, and renew its subscription. */
  'change-organization': ['admin'],
  /** Pause, resume and cancel the batches of all users. Everyone may do so with the own ones. */
  'control-all-batches': ['admin'],
  'undo-batches': ['admin'],
} as const satisfies Abilities;

const roles = { ...seeing, ...changing };

export type Ability = keyof typeof roles;

/** The role that a user needs at least to have an ability: the guard of a page names it. */
export function leastRoleFor(ability: Ability): CurrentUser['role'] {
  const admitted: readonly CurrentUser['role'][] = roles[ability];
  return (['operator', 'admin', 'super_admin'] as const).find((role) => admitted.includes(role)) ?? 'admin';
}

/**
 * Whether the user has the ability: the only place where the console decides by role. The server decides every call; the console
 * only hides what would be refused. Conditions on the tenant (a limit of its plan, a blocked subscription) belong here, too.
 */
export function can(user: Viewer, ability: Ability): boolean {
  if (user.isViewed && ability in changing) return false;
  if (ability === 'see-all-leads' && user.permissions.canSeeLeadsOfAllOperators) return true;
  const admitted: readonly CurrentUser['role'][] = roles[ability];
  return admitted.includes(user.role);
}
