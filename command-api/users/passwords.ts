import { type Position, START } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { hash, verify } from '@node-rs/argon2';
import type { Pool } from 'pg';

/** Argon2id with the library's defaults (19 MiB, 2 passes), which are those that OWASP recommends. */
export const hashPassword = (password: string): Promise<string> => hash(password);

/** Sets a user's password, as the event at `position` has it; one that a later event has stays. */
export async function storePassword(
  db: Db | Pool,
  userId: string,
  hashed: string,
  position: Position | null,
): Promise<void> {
  await db.query(
    `insert into passwords as p (user_id, hash, position) values ($1, $2, $3)
     on conflict (user_id) do update set hash = excluded.hash, position = excluded.position, changed_at = now()
      where excluded.position > p.position`,
    [userId, hashed, position ?? START],
  );
}

/** A deleted user has none. */
export async function removePassword(db: Db, userId: string): Promise<void> {
  await db.query('delete from passwords where user_id = $1', [userId]);
}

let unknownAccounts: Promise<string> | null = null;

/**
 * Checks a password. An unknown account takes as long as a known one, so that the time does not tell them apart.
 * @returns the hash that it matches, which identifies this password among all that the user ever had; null when wrong
 */
export async function matchingHash(
  db: Db | Pool,
  userId: string | null,
  password: string,
): Promise<string | null> {
  const stored = userId === null ? null : await storedHash(db, userId);
  unknownAccounts ??= hash('no account has this password');
  const matches = await verify(stored ?? (await unknownAccounts), password);
  return matches ? stored : null;
}

/** The hash of the user's password now. By the primary key. */
export async function storedHash(db: Db | Pool, userId: string): Promise<string | null> {
  const { rows } = await db.query<{ hash: string }>('select hash from passwords where user_id = $1', [
    userId,
  ]);
  return rows[0]?.hash ?? null;
}
