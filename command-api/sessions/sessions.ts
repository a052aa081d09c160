import { randomBytes } from 'node:crypto';
import type { TenantId, UserId } from '@crm/events/ids.ts';
import { endedSessions } from '@crm/events/users/ended-sessions.ts';
import type { UserEvent } from '@crm/events/users/events.ts';
import { endSessions } from '@crm/platform/access/end-sessions.ts';
import type { Position } from '@crm/platform/event-store/port.ts';
import { tokenHash } from '@crm/platform/http/authenticate.ts';
import type { RequestOrigin, SignedInCaller } from '@crm/platform/http/caller.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { Pool } from 'pg';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Lifetime of a session: one day, or 30 days with 'Remember me'. */
const SHORT_MS = 1 * DAY_MS;
const LONG_MS = 30 * DAY_MS;

/**
 * Opens a session. Its first request reads the user from the stream, because the read model may lag.
 * @param options `signedIn`: the position of the event of the sign-in
 * @returns the token: 256 random bits, of which only the SHA-256 is stored
 */
export async function openSession(
  db: Db,
  user: { id: UserId; tenant: TenantId },
  options: { remember: boolean; origin: RequestOrigin; now: Date; signedIn: Position },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { remember, origin, now, signedIn } = options;
  const expires = new Date(now.getTime() + (remember ? LONG_MS : SHORT_MS));
  await db.query(
    `insert into sessions (token_hash, user_id, tenant, created_at, expires_at, ip, user_agent, access_changed, signed_in)
     values ($1, $2, $3, $4, $5, $6, $7, true, $8)`,
    [tokenHash(token), user.id, user.tenant, now, expires, origin.ip, origin.userAgent, signedIn],
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

/**
 * Ends the sessions that the events of a command on `user` end. After a kill behind the events, the reaction to them does the same
 * (workers/users/end.ts).
 * @param by who gave the command
 */
export async function endSessionsOf(
  user: UserId,
  by: { id: UserId; tenant: TenantId },
  { events, position, db }: { events: readonly UserEvent[]; position: Position | null; db: Db | Pool },
): Promise<void> {
  if (position === null) return;
  for (const event of events) {
    const ended = endedSessions(event, by.id === user);
    if (ended) await endSessions(db, { tenant: by.tenant, user }, ended, { position, at: new Date() });
  }
}

/** The id of the caller's session, which names it in events; null if it has gone. By the primary key. */
export async function sessionIdOf(
  db: Db | Pool,
  { tenant, sessionId }: Pick<SignedInCaller, 'tenant' | 'sessionId'>,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    'select id from sessions where tenant = $1 and token_hash = $2',
    [tenant, Buffer.from(sessionId, 'hex')],
  );
  return rows[0]?.id ?? null;
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
