import type { TenantId, UserId } from '@crm/events/ids.ts';
import type { EndedSessions } from '@crm/events/users/ended-sessions.ts';
import type { Pool } from 'pg';
import type { Db } from '../postgres/transaction.ts';

/**
 * Ends sessions of a user; the gateway closes their sockets. Index sessions_user.
 *
 * @param event the event that ends them. Sessions of later sign-ins stay, so that it can be repeated: by position, because
 *   clocks of processes differ; by time those without one (migrations/092_sign_in_positions.sql).
 */
export async function endSessions(
  db: Db | Pool,
  { tenant, user }: { tenant: TenantId; user: UserId },
  ended: EndedSessions,
  event: { position: string | null; at: Date },
): Promise<void> {
  if (ended.which === 'one') {
    await db.query(
      `update sessions set revoked_at = now()
        where tenant = $1 and user_id = $2 and id = $3 and revoked_at is null`,
      [tenant, user, ended.session],
    );
    return;
  }
  await db.query(
    `update sessions set revoked_at = now()
      where tenant = $1 and user_id = $2 and id is distinct from $3 and revoked_at is null
        and coalesce(signed_in < $4, created_at <= $5)`,
    [tenant, user, ended.kept, event.position, event.at],
  );
}
