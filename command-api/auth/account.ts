import type { SignedInUser } from '@crm/contracts/users/user.ts';
import type { Role } from '@crm/events/envelope/envelope.ts';
import type { TenantId, UserId } from '@crm/events/ids.ts';
import { DEFAULT_THEME } from '@crm/events/tenants/events.ts';
import type { Pool } from 'pg';
import type { Lookups } from '../handle/lookups.ts';

export type Account = {
  id: UserId;
  tenant: TenantId;
  username: string;
  email: string;
  full_name: string;
  phone: string | null;
  role: Role;
  is_active: boolean;
  can_see_all_leads: boolean;
  department: string | null;
  notes: string | null;
  last_login: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** Reads the account of an email, case-insensitively. Served by the users read model's index on email_lower. */
export async function accountOf(pool: Pool, email: string): Promise<Account | null> {
  const { rows } = await pool.query<Account>(
    `/* every tenant: an email is of one person, whose tenant is not known before */
     select id, tenant, username, email, full_name, phone, role, is_active, can_see_all_leads,
            department, notes, last_login, created_at, updated_at
       from users where email_lower = $1`,
    [email.toLowerCase()],
  );
  return rows[0] ?? null;
}

/** The user data in the answer to a sign-in. */
export async function signedInUser(account: Account, lookups: Lookups, now: Date): Promise<SignedInUser> {
  const settings = await lookups.tenantSettings(account.tenant);
  return {
    _id: account.id,
    username: account.username,
    email: account.email,
    fullName: account.full_name,
    phone: account.phone,
    role: account.role,
    isActive: account.is_active,
    permissions: { canSeeLeadsOfAllOperators: account.can_see_all_leads },
    department: account.department,
    notes: account.notes,
    lastLogin: now.toISOString(),
    createdAt: account.created_at.toISOString(),
    updatedAt: account.updated_at.toISOString(),
    crmSettings: {
      theme: settings?.theme ?? DEFAULT_THEME,
      autoLeadStatusApprove: settings?.autoLeadStatusApprove ?? false,
      organizationName: settings?.organizationName ?? '',
    },
  };
}
