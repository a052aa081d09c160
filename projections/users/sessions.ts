import { listSessions } from '@crm/contracts/users/sessions.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { query } from '../query.ts';

type SessionRow = {
  id: string;
  hash: string;
  user_agent: string | null;
  ip: string | null;
  created_at: Date;
  last_seen: Date;
  expires_at: Date;
};

/** The running sessions of a user, from the write side's table; index sessions_user. */
export const sessionsList = query({
  endpoint: listSessions,
  policy: everyUser,
  reads: ['users'],
  async run({ params, caller }, db) {
    const { tenant } = caller;
    if (caller.role !== 'admin' && caller.id !== params.id) return refused('user-not-found');
    const { rows: users } = await db.query('select from users where tenant = $1 and id = $2', [
      tenant,
      params.id,
    ]);
    if (users.length === 0) return refused('user-not-found');
    const { rows } = await db.query<SessionRow>(
      `select id, encode(token_hash, 'hex') as hash, user_agent, ip, created_at, last_seen, expires_at
         from sessions
        where tenant = $1 and user_id = $2 and revoked_at is null and expires_at > now()
        order by last_seen desc, id limit 100`,
      [tenant, params.id],
    );
    const data = rows.map(({ id, hash, user_agent, ip, created_at, last_seen, expires_at }) => ({
      _id: id,
      userAgent: user_agent,
      ip,
      createdAt: created_at.toISOString(),
      lastSeen: last_seen.toISOString(),
      expiresAt: expires_at.toISOString(),
      isCurrent: hash === caller.sessionId,
    }));
    return { kind: 'answer', data };
  },
});
