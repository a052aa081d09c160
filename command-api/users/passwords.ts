import { type Position, START } from '@crm/platform/event-store/port.ts';
import { type Refused, refused } from '@crm/platform/http/result.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { hash, verify } from '@node-rs/argon2';
import type { Pool } from 'pg';

/** Hashes with Argon2id and the library's defaults (19 MiB, 2 passes), which OWASP recommends. */
export const hashPassword = (password: string): Promise<string> => hash(password);

/** Whether a hash is of this password. */
export const isHashOf = (password: string, hashed: string): Promise<boolean> => verify(hashed, password);

/**
 * Stores the password of a command, whose event is at `position`; a password of a later event stays. A repeat of the
 * command with another password is refused with 'key-reused': no hash of the request has the password.
 */
export async function keepPassword(
  db: Db | Pool,
  userId: string,
  password: string,
  position: Position | null,
): Promise<Refused | null> {
  if (await storePassword(db, userId, await hashPassword(password), position)) return null;
  const { rows } = await db.query<{ hash: string }>(
    'select hash from passwords where user_id = $1 and position = $2',
    [userId, position ?? START],
  );
  const [stored] = rows;
  return stored && !(await isHashOf(password, stored.hash)) ? refused('key-reused') : null;
}

/**
 * Stores the password of the event at `position`; a password of a later event stays.
 * @returns false if the password of this event or of a later one is already stored
 */
export async function storePassword(
  db: Db | Pool,
  userId: string,
  hashed: string,
  position: Position | null,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into passwords as p (user_id, hash, position) values ($1, $2, $3)
     on conflict (user_id) do update set hash = excluded.hash, position = excluded.position, changed_at = now()
      where excluded.position > p.position`,
    [userId, hashed, position ?? START],
  );
  return rowCount === 1;
}

/** Deletes the password of a deleted user. */
export async function removePassword(db: Db, userId: string): Promise<void> {
  await db.query('delete from passwords where user_id = $1', [userId]);
}

let unknownAccounts: Promise<string> | null = null;

/**
 * Checks a password. Takes as long for an unknown account as for a known one, so that the time does not reveal whether
 * it exists.
 * @returns the matching hash, which identifies this password among all passwords the user ever had; null if it is wrong
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

/** The current hash of the user's password; null if there is none. By the primary key. */
export async function storedHash(db: Db | Pool, userId: string): Promise<string | null> {
  const { rows } = await db.query<{ hash: string }>('select hash from passwords where user_id = $1', [
    userId,
  ]);
  return rows[0]?.hash ?? null;
}
