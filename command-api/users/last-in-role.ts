import type { TenantId, UserId } from '@crm/events/ids.ts';
import { readAccount } from '@crm/platform/access/account.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Pool } from 'pg';

/** More than the admins of any real tenant; further candidates are not checked. */
const MOST_CANDIDATES = 50;

/**
 * Whether a user is the last active user of the tenant with their role. The caller and the user directory only provide
 * candidates: each one is read from its stream. Hold the tenant's `adminsLock`, so that the result stays valid.
 */
export async function isLastInRole(
  { store, pool }: { store: EventStore; pool: Pool },
  user: UserId,
  { caller, tenant }: { caller: UserId; tenant: TenantId },
): Promise<boolean> {
  const account = await readAccount(store, user);
  if (!account?.isActive || account.tenant !== tenant) return false;
  // By the index user_directory_tenant.
  const { rows } = await pool.query<{ id: UserId }>(
    'select id from user_directory where tenant = $1 and role = $2 and is_active and id <> all($3) limit $4',
    [tenant, account.role, [user, caller], MOST_CANDIDATES],
  );
  for (const id of [caller, ...rows.map((row) => row.id)]) {
    if (id === user) continue;
    const other = await readAccount(store, id);
    if (other?.isActive && other.role === account.role && other.tenant === tenant) return false;
  }
  return true;
}
