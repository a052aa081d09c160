import { randomBytes } from 'node:crypto';
import type { TenantId, UserId } from '@crm/events/ids.ts';
import { tokenHash } from '@crm/platform/http/authenticate.ts';
import type { RequestOrigin } from '@crm/platform/http/caller.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { Pool } from 'pg';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Lifetime of a session: one day, or 30 days with 'Remember me'. */
const SHORT_MS = 1 * DAY_MS;
const LONG_MS = 30 * DAY_MS;

/**
 * Opens a session. Its first request reads the user from the stream, because the read model may lag.
 * @returns the token: 256 random bits, of which only the SHA-256 is stored
 */
export async function openSession(
  db: Db,
  user: { id: UserId; tenant: TenantId },
  options: { remember: boolean; origin: RequestOrigin; now: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { remember, origin, now } = options;
  const expires = new Date(now.getTime() + (remember ? LONG_MS : SHORT_MS));
  await db.query(
    `insert into sessions (token_hash, user_id, tenant, created_at, expires_at, ip, user_agent, access_changed)
     values ($1, $2, $3, $4, $5, $6, $7, true)`,
    [tokenHash(token), user.id, user.tenant, now, expires, origin.ip, origin.userAgent],
  );
  return token;
}

/** Revokes one session; the gateway closes its sockets. */
export async function revokeSession(db: Db, token: string): Promise<void> {
  await db.query(
    `/* every tenant: the token says whose it is */
     update sessions set revoked_at = now() where token_hash = $1 and revoked_at is null`,
    [tokenHash(token)],
  );
}

/** Revokes all sessions of a user, except the session with the token `except`. Index sessions_user. */
export async function revokeSessionsOf(
  db: Db | Pool,
  userId: string,
  except: string | null = null,
): Promise<void> {
  await db.query(
    `/* every tenant: the user's own command was allowed before */
     update sessions set revoked_at = now()
      where user_id = $1 and revoked_at is null and token_hash is distinct from $2`,
    [userId, except === null ? null : tokenHash(except)],
  );
}

type OfUser = { id: string; sessionId: string };

/** Whether a user has this running session. Index sessions_user. */
export async function hasSession(
  db: Db | Pool,
  tenant: TenantId,
  { id, sessionId }: OfUser,
): Promise<boolean> {
  const { rows } = await db.query(
    `select from sessions
      where tenant = $1 and user_id = $2 and id = $3 and revoked_at is null and expires_at > now()`,
    [tenant, id, sessionId],
  );
  return rows.length > 0;
}

/** Revokes one session of a user by its id. Index sessions_user. */
export async function revokeSessionOf(
  db: Db | Pool,
  tenant: TenantId,
  { id, sessionId }: OfUser,
): Promise<void> {
  await db.query(
    `update sessions set revoked_at = now()
      where tenant = $1 and user_id = $2 and id = $3 and revoked_at is null`,
    [tenant, id, sessionId],
  );
}
