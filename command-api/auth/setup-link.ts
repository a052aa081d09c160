import { randomBytes } from 'node:crypto';
import { derivedId } from '@crm/events/derived-ids.ts';
import { PLATFORM_TENANT, UserId } from '@crm/events/ids.ts';
import { tokenHash } from '@crm/platform/http/authenticate.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The user that the link creates. The id is fixed, so the event store allows only one, even if many links were printed.
 */
export const firstSuperAdmin = UserId.parse(derivedId(PLATFORM_TENANT, 'first super admin'));

/**
 * Creates the link of this start and replaces earlier ones. Returns null, and withdraws every link, if a super admin
 * exists.
 */
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

/** Deletes an unused link. */
export async function withdrawSetupLink(db: Db): Promise<void> {
  await db.query('delete from setup_link where used_at is null');
}

/**
 * Whether a super admin can sign in. The user that the link creates is found by the password, which is stored when the
 * link is used; others are found in the user directory, which is up to date when a process starts.
 */
async function hasSuperAdmin(db: Db): Promise<boolean> {
  // Runs once per start and there are few users: no index serves the role.
  const { rows } = await db.query<{ there: boolean }>(
    `/* every tenant: the super admin is above them */
     select exists (select from passwords where user_id = $1)
         or exists (select from user_directory u join passwords p on p.user_id = u.id
                     where u.role = 'super_admin' and u.is_active) as there`,
    [firstSuperAdmin],
  );
  return rows[0]?.there ?? false;
}

type LinkState = 'good' | 'wrong' | 'used' | 'expired';

/** Checks a token. A valid one stays locked until the transaction ends; other transactions wait here. */
export async function holdSetupLink(db: Db, token: string, now: Date): Promise<LinkState> {
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
