import type { TenantId, UserId } from '@crm/events/ids.ts';
import { readAccount } from '@crm/platform/access/account.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Pool } from 'pg';

/** More than a tenant has admins; of more, those beyond are not asked for. */
const MOST_CANDIDATES = 50;

/**
 * Whether a user is the last active one of the tenant in their role. The caller and the read model only say who else
 * may be: each is then read from the stream. Hold the tenant's `adminsLock`, so that the answer stays true.
 */
export async function isLastInRole(
  { store, pool }: { store: EventStore; pool: Pool },
  user: UserId,
  { caller, tenant }: { caller: UserId; tenant: TenantId },
): Promise<boolean> {
  const account = await readAccount(store, user);
  if (!account?.isActive || account.tenant !== tenant) return false;
  // Few users of a tenant: its index users_tenant serves it.
  const { rows } = await pool.query<{ id: UserId }>(
    'select id from users where tenant = $1 and role = $2 and is_active and id <> all($3) limit $4',
    [tenant, account.role, [user, caller], MOST_CANDIDATES],
  );
  for (const id of [caller, ...rows.map((row) => row.id)]) {
    if (id === user) continue;
    const other = await readAccount(store, id);
    if (other?.isActive && other.role === account.role && other.tenant === tenant) return false;
  }
  return true;
}
