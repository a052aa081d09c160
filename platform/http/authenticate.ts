import { createHash } from 'node:crypto';
import type { Role } from '@crm/events/envelope/envelope.ts';
import type { TenantId, UserId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import type { SignedInCaller } from './caller.ts';

/** Tokens are stored as their SHA-256 alone; whoever reads the table can sign in as nobody. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

type SessionRow = {
  session_id: string;
  user_id: UserId;
  tenant: TenantId;
  full_name: string;
  role: Role;
  can_see_all_leads: boolean;
};

/**
 * Who stands behind a token: a session that was not revoked, of a user who is active now. Asked anew on every
 * request, so that signing out, deactivating and deleting take hold at once.
 * Served by the primary keys of sessions and users.
 */
export async function callerOf(pool: Pool, token: string): Promise<SignedInCaller | null> {
  const { rows } = await pool.query<SessionRow>({
    name: 'caller-of',
    text: `select encode(s.token_hash, 'hex') as session_id, s.user_id, s.tenant,
                  u.full_name, u.role, u.can_see_all_leads
             from sessions s join users u on u.id = s.user_id
            where s.token_hash = $1 and s.revoked_at is null and s.expires_at > now() and u.is_active`,
    values: [tokenHash(token)],
  });
  const [row] = rows;
  if (!row) return null;
  return {
    kind: 'user',
    id: row.user_id,
    tenant: row.tenant,
    name: row.full_name,
    role: row.role,
    seesAllLeads: row.role === 'admin' || row.can_see_all_leads,
    sessionId: row.session_id,
  };
}
