import type { SignedInUser } from '@crm/contracts/users/user.ts';
import type { TenantId, UserId } from '@crm/events/ids.ts';
import { subscriptionInfoAt } from '@crm/events/subscriptions/info.ts';
import { defaultSettings } from '@crm/events/tenants/state.ts';
import type { FullAccount } from '@crm/platform/access/account.ts';
import type { Pool } from 'pg';
import type { Lookups } from '../handle/lookups.ts';

export type KnownUser = { id: UserId; tenant: TenantId; isActive: boolean };

/** Finds the user of an email, case-insensitively, by the index user_directory_email. */
export async function userOfEmail(pool: Pool, email: string): Promise<KnownUser | null> {
  const { rows } = await pool.query<KnownUser>(
    `/* every tenant: an email is of one person, whose tenant is not known before */
     select id, tenant, is_active as "isActive" from user_directory where email_lower = $1`,
    [email.toLowerCase()],
  );
  return rows[0] ?? null;
}

/** The user data in the answer to a sign-in. */
export async function signedInUser(
  id: UserId,
  { tenant, role, details, createdAt, changedAt }: FullAccount,
  { lookups, chatGroup }: { lookups: Lookups; chatGroup: string | null },
  now: Date,
): Promise<SignedInUser> {
  // A super admin has no tenant.
  const settings = (await lookups.tenantSettings(tenant)) ?? defaultSettings;
  const { postbackLogRetention: _, uploadColumns: __, apiKeys: ___, ...crmSettings } = settings;
  const { canSeeLeadsOfAllOperators, ...shown } = details;
  const subscription = await lookups.subscription(tenant);
  const subscribed = subscription.phase === 'none' ? null : subscription;
  return {
    _id: id,
    ...shown,
    permissions: { canSeeLeadsOfAllOperators },
    lastLogin: now.toISOString(),
    createdAt: createdAt.toISOString(),
    updatedAt: changedAt.toISOString(),
    crmSettings: { ...crmSettings, telegramGroupLink: chatGroup },
    ...subscriptionInfoAt(subscribed, { tenant, isAdmin: role === 'admin' }, now),
  };
}
