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
  token_hash: Buffer;
  user_id: UserId;
  tenant: TenantId;
  full_name: string;
  role: Role;
  can_see_all_leads: boolean;
};

/** Sessions that were not revoked, of users who are active now. Served by the primary keys of sessions and users. */
const STANDING = `
  select s.token_hash, s.user_id, s.tenant, u.full_name, u.role, u.can_see_all_leads
    from sessions s join users u on u.id = s.user_id
   where s.token_hash = any($1) and s.revoked_at is null and s.expires_at > now() and u.is_active`;

/**
 * Who stands behind a token, or nobody. Asked anew on every request, so that signing out, deactivating and deleting
 * take hold at once.
 */
export async function callerOf(pool: Pool, token: string): Promise<SignedInCaller | null> {
  return (await callersOf(pool, [token])).get(token) ?? null;
}

/** Who stands behind each of many tokens; those behind whom nobody stands are left out. */
export async function callersOf(pool: Pool, tokens: readonly string[]): Promise<Map<string, SignedInCaller>> {
  const byHash = new Map(tokens.map((token) => [tokenHash(token).toString('hex'), token]));
  const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex'));
  const { rows } = await pool.query<SessionRow>({
    name: 'standing-sessions',
    text: STANDING,
    values: [hashes],
  });
  const callers = rows.flatMap((row): [string, SignedInCaller][] => {
    const sessionId = row.token_hash.toString('hex');
    const token = byHash.get(sessionId);
    return token === undefined ? [] : [[token, callerFrom(row, sessionId)]];
  });
  return new Map(callers);
}

function callerFrom(row: SessionRow, sessionId: string): SignedInCaller {
  return {
    kind: 'user',
    id: row.user_id,
    tenant: row.tenant,
    name: row.full_name,
    role: row.role,
    seesAllLeads: row.role === 'admin' || row.can_see_all_leads,
    sessionId,
  };
}
