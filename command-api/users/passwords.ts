import { hash, verify } from '@node-rs/argon2';
import type { Pool } from 'pg';

/** Argon2id with the library's defaults (19 MiB, 2 passes), which are those that OWASP recommends. */
export const hashPassword = (password: string): Promise<string> => hash(password);

/** Set or replace a user's password. */
export async function storePassword(pool: Pool, userId: string, hashed: string): Promise<void> {
  await pool.query(
    `insert into passwords (user_id, hash) values ($1, $2)
     on conflict (user_id) do update set hash = excluded.hash, changed_at = now()`,
    [userId, hashed],
  );
}

let nobodys: Promise<string> | null = null;

/** Whether a password is right. An unknown account takes as long as a known one, so that the time tells nothing. */
export async function passwordMatches(pool: Pool, userId: string | null, password: string): Promise<boolean> {
  const stored = userId === null ? null : await storedHash(pool, userId);
  nobodys ??= hash('nobody has this password');
  const matches = await verify(stored ?? (await nobodys), password);
  return stored !== null && matches;
}

async function storedHash(pool: Pool, userId: string): Promise<string | null> {
  const { rows } = await pool.query<{ hash: string }>('select hash from passwords where user_id = $1', [
    userId,
  ]);
  return rows[0]?.hash ?? null;
}
