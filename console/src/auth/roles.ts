import type { SignedInUser } from '@crm/contracts/users/user.ts';
import { authTexts } from './texts.ts';

export function roleName(role: SignedInUser['role']): string {
  return authTexts.roles[role];
}
