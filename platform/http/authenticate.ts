import { createHash } from 'node:crypto';
import type { Role } from '@crm/events/envelope/envelope.ts';
import type { TenantId, UserId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import type { Position } from '../event-store/port.ts';
import type { Db } from '../postgres/transaction.ts';
import type { SignedInCaller, Viewer } from './caller.ts';

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
  /** The time of its last change (changesUser); shows whether the user directory is up to date with the stream. */
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
  /** The super admin of a viewing; its `accessChanged` is that of the super admin. */
  viewer?: Viewer;
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

type ViewingRow = { viewer: UserId; viewer_name: string; viewing_id: string; expires_at: Date };

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

/**
 * Viewings whose super admin's session lives (platform/access/migrations/051_viewings.sql). A query of its own: only a
 * token that is no session's needs it. By the primary keys of viewings, sessions, user_directory and tenant_changes.
 */
const LIVE_VIEWINGS = {
  name: 'live-viewings',
  text: `/* every tenant: the viewing names it */
         select v.token_hash, v.user_id, v.tenant, s.access_changed, null as position, false as seen_old,
                u.full_name, u.role, u.is_active, u.can_see_all_leads, u.changed_at,
                c.changes as tenant_changes, v.id as viewing_id, v.expires_at,
                v.viewer, w.full_name as viewer_name
           from viewings v
           join sessions s on s.token_hash = v.session_hash and s.revoked_at is null and s.expires_at > now()
           join user_directory w on w.tenant = s.tenant and w.id = v.viewer and w.role = 'super_admin' and w.is_active
           join user_directory u on u.tenant = v.tenant and u.id = v.user_id and u.role = 'admin'
           left join tenant_changes c on c.tenant = v.tenant
          where v.token_hash = any($1) and v.ended_at is null and v.expires_at > now()`,
};

/** Finds the sessions and viewings of token hashes; hashes without one are omitted. */
export async function sessionsOf(db: Db | Pool, hashes: readonly Buffer[]): Promise<Session[]> {
  const { rows } = await db.query<SessionRow>({ ...LIVE_SESSIONS, values: [hashes] });
  if (rows.length === hashes.length) return rows.map(sessionFrom);
  // A token that is unknown, or of a viewing.
  const viewed = await db.query<SessionRow & ViewingRow>({ ...LIVE_VIEWINGS, values: [hashes] });
  return [
    ...rows.map(sessionFrom),
    ...viewed.rows.map((row) => ({
      ...sessionFrom(row),
      viewer: { id: row.viewer, name: row.viewer_name, viewingId: row.viewing_id, expiresAt: row.expires_at },
    })),
  ];
}

function sessionFrom(row: SessionRow): Session {
  return {
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
  };
}

/** The session of a token's hash; null when there is none. */
export async function sessionOf(db: Db | Pool, hash: Buffer): Promise<Session | null> {
  const [session] = await sessionsOf(db, [hash]);
  return session ?? null;
}

export function callerFrom({ hash, userId, position, viewer }: Session, account: Account): SignedInCaller {
  return {
    kind: 'user',
    id: userId,
    tenant: account.tenant,
    name: account.name,
    role: account.role,
    seesAllLeads: account.role === 'admin' || account.canSeeAllLeads,
    sessionId: hash.toString('hex'),
    position,
    ...(viewer && { viewer }),
  };
}
