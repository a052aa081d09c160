import { createHash } from 'node:crypto';
import type { Role } from '@crm/events/envelope/envelope.ts';
import type { TenantId, UserId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import type { Position } from '../event-store/port.ts';
import type { Db } from '../postgres/transaction.ts';
import type { SignedInCaller } from './caller.ts';

/** Tokens are stored only as SHA-256, so that a copy of the table is useless for a sign-in. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The data of a user that decides about access. */
export type Account = {
  tenant: TenantId;
  name: string;
  role: Role;
  isActive: boolean;
  canSeeAllLeads: boolean;
  /** The time of its last event; shows whether the user directory is up to date with the stream. */
  changedAt: Date;
};

/** A session that is neither revoked nor expired, with its user's account from the user directory. */
export type Session = {
  hash: Buffer;
  userId: UserId;
  account: Account;
  /** The account changes or has changed, and the user directory may lag. */
  accessChanged: boolean;
  /** The position of the last event that was appended for the session. */
  position: Position | null;
  /** The number of changes of the tenant's phase (tenant_changes). */
  tenantChanges: number;
  /** Whether the stored time of its last request is older than a minute. */
  isSeenOld: boolean;
};

type SessionRow = {
  token_hash: Buffer;
  user_id: UserId;
  tenant: TenantId;
  access_changed: boolean;
  position: Position | null;
  tenant_changes: number | null;
  full_name: string;
  role: Role;
  is_active: boolean;
  can_see_all_leads: boolean;
  changed_at: Date;
  seen_old: boolean;
};

/** Served by the primary keys of sessions, user_directory and tenant_changes. */
const LIVE_SESSIONS = {
  name: 'live-sessions',
  text: `/* every tenant: the session names it */
         select s.token_hash, s.user_id, s.tenant, s.access_changed, s.position,
                s.last_seen < now() - interval '1 minute' as seen_old,
                u.full_name, u.role, u.is_active, u.can_see_all_leads, u.changed_at,
                c.changes as tenant_changes
           from sessions s join user_directory u on u.tenant = s.tenant and u.id = s.user_id
           left join tenant_changes c on c.tenant = s.tenant
          where s.token_hash = any($1) and s.revoked_at is null and s.expires_at > now()`,
};

/** Finds the sessions of token hashes; hashes without a session are omitted. */
export async function sessionsOf(db: Db | Pool, hashes: readonly Buffer[]): Promise<Session[]> {
  const { rows } = await db.query<SessionRow>({ ...LIVE_SESSIONS, values: [hashes] });
  return rows.map((row) => ({
    hash: row.token_hash,
    userId: row.user_id,
    accessChanged: row.access_changed,
    position: row.position,
    tenantChanges: row.tenant_changes ?? 0,
    isSeenOld: row.seen_old,
    account: {
      tenant: row.tenant,
      name: row.full_name,
      role: row.role,
      isActive: row.is_active,
      canSeeAllLeads: row.can_see_all_leads,
      changedAt: row.changed_at,
    },
  }));
}

/** The session of a token's hash; null when there is none. */
export async function sessionOf(db: Db | Pool, hash: Buffer): Promise<Session | null> {
  const [session] = await sessionsOf(db, [hash]);
  return session ?? null;
}

export function callerFrom({ hash, userId, position }: Session, account: Account): SignedInCaller {
  return {
    kind: 'user',
    id: userId,
    tenant: account.tenant,
    name: account.name,
    role: account.role,
    seesAllLeads: account.role === 'admin' || account.canSeeAllLeads,
    sessionId: hash.toString('hex'),
    position,
  };
}
