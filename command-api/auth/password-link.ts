import type { TenantId, UserId } from '@crm/events/ids.ts';
import { tokenHash } from '@crm/platform/http/authenticate.ts';
import type { Pool } from 'pg';

/** A mailed link to set a password. Whether it can still be used is in the user's stream. */
export type PasswordLink = { id: string; user: UserId; tenant: TenantId };

/** The link of a token; null for an unknown one. By the primary key. */
export async function passwordLinkOf(pool: Pool, token: string): Promise<PasswordLink | null> {
  const { rows } = await pool.query<PasswordLink>(
    `/* every tenant: the token says whose it is */
     select id, user_id as user, tenant from password_links where token_hash = $1`,
    [tokenHash(token)],
  );
  return rows[0] ?? null;
}
