import type { SignedInUser } from '@crm/contracts/users/user.ts';

export type Privilege = 'operator' | 'admin' | 'super_admin';

/** The operator guard also admits admins and super admins; the admin guard also admits super admins. */
const admits: Record<Privilege, readonly SignedInUser['role'][]> = {
  operator: ['operator', 'admin', 'super_admin'],
  admin: ['admin', 'super_admin'],
  super_admin: ['super_admin'],
};

export function hasPrivilege(user: Pick<SignedInUser, 'role'>, privilege: Privilege): boolean {
  return admits[privilege].includes(user.role);
}

/** 'Can see all leads': every admin, and operators with the permission. */
export function seesAllLeads(user: Pick<SignedInUser, 'role' | 'permissions'>): boolean {
  return user.role !== 'operator' || user.permissions.canSeeLeadsOfAllOperators;
}

const names: Record<SignedInUser['role'], string> = {
  operator: 'Operator',
  admin: 'Admin',
  super_admin: 'Super Admin',
};

export function roleName(role: SignedInUser['role']): string {
  return names[role];
}
