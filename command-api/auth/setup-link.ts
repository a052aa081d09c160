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
 * Creates the link of this start, beside those of other processes and earlier starts, which stay valid for their day.
 * Returns null, and withdraws every link, if a super admin exists.
 */
export async function newSetupLink(db: Db, publicUrl: string, now = new Date()): Promise<string | null> {
  if (await hasSuperAdmin(db)) {
    await withdrawSetupLinks(db);
    return null;
  }
  const token = randomBytes(32).toString('base64url');
  await db.query('insert into setup_links (token_hash, expires_at) values ($1, $2)', [
    tokenHash(token),
    new Date(now.getTime() + DAY_MS),
  ]);
  return `${publicUrl}/setup?token=${token}`;
}

/** Deletes the unused links. */
export async function withdrawSetupLinks(db: Db): Promise<void> {
  await db.query('delete from setup_links where used_at is null');
}

/**
 * Whether a super admin can sign in. The user that the link creates is found by the password, which is stored when the
 * link is used; others are found in the user directory, which is up to date when a process starts.
 */
async function hasSuperAdmin(db: Db): Promise<boolean> {
  // Runs once per start and use, and there are few users: no index serves the role.
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

/** Checks a token. With a known one, all links stay locked until the transaction ends: calls with any of them wait here. */
export async function holdSetupLink(db: Db, token: string, now: Date): Promise<LinkState> {
  const hash = tokenHash(token);
  const { rows } = await db.query<{ token_hash: Buffer; expires_at: Date; used_at: Date | null }>(
    `select token_hash, expires_at, used_at from setup_links
      where exists (select from setup_links where token_hash = $1) order by token_hash for update`,
    [hash],
  );
  const row = rows.find(({ token_hash }) => token_hash.equals(hash));
  if (!row) return 'wrong';
  // A process that starts at the moment of the use adds its link afterwards; one of the version before marks its own table.
  if (row.used_at || (await hasSuperAdmin(db))) return 'used';
  return row.expires_at > now ? 'good' : 'expired';
}

/** Uses up all links. The rows stay, so that a second use is refused as one. */
export async function useUpSetupLinks(db: Db, now: Date): Promise<void> {
  await db.query('update setup_links set used_at = $1', [now]);
}
