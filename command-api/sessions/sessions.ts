import { randomBytes } from 'node:crypto';
import type { TenantId, UserId } from '@crm/events/ids.ts';
import { tokenHash } from '@crm/platform/http/authenticate.ts';
import type { Origin } from '@crm/platform/http/caller.ts';
import type { Pool } from 'pg';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A working day, and some; with 'Remember me' a month. */
const SHORT_MS = 1 * DAY_MS;
const LONG_MS = 30 * DAY_MS;

/** Opens a session and gives its token: 256 random bits, of which only the SHA-256 is kept. */
export async function openSession(
  pool: Pool,
  user: { id: UserId; tenant: TenantId },
  options: { remember: boolean; origin: Origin; now: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { remember, origin, now } = options;
  const expires = new Date(now.getTime() + (remember ? LONG_MS : SHORT_MS));
  await pool.query(
    `insert into sessions (token_hash, user_id, tenant, created_at, expires_at, ip, user_agent)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [tokenHash(token), user.id, user.tenant, now, expires, origin.ip, origin.userAgent],
  );
  return token;
}

/** Ends one session; its sockets are closed by the gateway. */
export async function revokeSession(pool: Pool, token: string): Promise<void> {
  await pool.query('update sessions set revoked_at = now() where token_hash = $1 and revoked_at is null', [
    tokenHash(token),
  ]);
}

/** Ends all sessions of a user, but for the one that asks. Served by sessions_user. */
export async function revokeSessionsOf(
  pool: Pool,
  userId: string,
  except: string | null = null,
): Promise<void> {
  await pool.query(
    `update sessions set revoked_at = now()
      where user_id = $1 and revoked_at is null and token_hash is distinct from $2`,
    [userId, except === null ? null : tokenHash(except)],
  );
}
