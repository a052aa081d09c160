import { randomBytes } from 'node:crypto';
import { derivedId, PLATFORM_TENANT, UserId } from '@crm/events/ids.ts';
import { tokenHash } from '@crm/platform/http/authenticate.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whom the link creates. One id for ever, so that the store itself lets there be one, however many links were printed. */
export const firstSuperAdmin = UserId.parse(derivedId(PLATFORM_TENANT, 'first super admin'));

/** Makes the link of this start, in place of an earlier one's; null, and no link holds, where there is a super admin. */
export async function newSetupLink(db: Db, publicUrl: string, now = new Date()): Promise<string | null> {
  if (await hasSuperAdmin(db)) {
    await withdrawSetupLink(db);
    return null;
  }
  const token = randomBytes(32).toString('base64url');
  await db.query(
    `insert into setup_link (token_hash, expires_at) values ($1, $2)
     on conflict (one_row) do update
       set token_hash = excluded.token_hash, expires_at = excluded.expires_at, used_at = null`,
    [tokenHash(token), new Date(now.getTime() + DAY_MS)],
  );
  return `${publicUrl}/setup?token=${token}`;
}

/** A link that nobody used is worth nothing from here on. */
export async function withdrawSetupLink(db: Db): Promise<void> {
  await db.query('delete from setup_link where used_at is null');
}

/**
 * Whether somebody can sign in as super admin. The link's own is known by the password, which stands from the moment
 * that the link was used; any other by the read model, which may still be catching up.
 */
async function hasSuperAdmin(db: Db): Promise<boolean> {
  // Once a start, and few users: no index serves the role.
  const { rows } = await db.query<{ there: boolean }>(
    `/* every tenant: the super admin is above them */
     select exists (select from passwords where user_id = $1)
         or exists (select from users u join passwords p on p.user_id = u.id
                     where u.role = 'super_admin' and u.is_active) as there`,
    [firstSuperAdmin],
  );
  return rows[0]?.there ?? false;
}

type Standing = 'good' | 'wrong' | 'used' | 'expired';

/** What a token is worth. Whoever holds the good one holds it alone until the transaction ends: others wait here. */
export async function holdSetupLink(db: Db, token: string, now: Date): Promise<Standing> {
  const { rows } = await db.query<{ expires_at: Date; used_at: Date | null }>(
    'select expires_at, used_at from setup_link where token_hash = $1 for update',
    [tokenHash(token)],
  );
  const [row] = rows;
  if (!row) return 'wrong';
  if (row.used_at) return 'used';
  return row.expires_at > now ? 'good' : 'expired';
}

export async function useUpSetupLink(db: Db, now: Date): Promise<void> {
  await db.query('update setup_link set used_at = $1', [now]);
}
