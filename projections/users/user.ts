import type { SignedInUser, User } from '@crm/contracts/users/user.ts';
import type { UserRow } from './table.ts';

/** A user's row as the wire has it, without what is counted elsewhere. */
export function userOf(row: UserRow): Omit<User, 'assignedLeadsCount'> & Omit<SignedInUser, 'crmSettings'> {
  return {
    _id: row.id,
    username: row.username,
    email: row.email,
    fullName: row.full_name,
    phone: row.phone,
    role: row.role,
    isActive: row.is_active,
    permissions: { canSeeLeadsOfAllOperators: row.can_see_all_leads },
    department: row.department,
    notes: row.notes,
    lastLogin: row.last_login?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
