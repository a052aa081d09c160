import type { SignedInUser } from '@crm/contracts/users/user.ts';

const names: Record<SignedInUser['role'], string> = {
  operator: 'Operator',
  admin: 'Admin',
  super_admin: 'Super Admin',
};

export function roleName(role: SignedInUser['role']): string {
  return names[role];
}
