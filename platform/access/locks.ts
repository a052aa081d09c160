import { escapeLiteral, type Pool } from 'pg';
import { type Db, inTransactionAfter } from '../postgres/transaction.ts';

/** The names that a transaction locks. Many transactions can hold a shared lock at once, only one an exclusive lock. */
export type Locks = { shared: readonly string[]; exclusive: readonly string[] };

/** Shared for appends on behalf of the user, exclusive for changes of the user's password or access. */
export const accountLock = (userId: string) => `account:${userId}`;
/** Shared for appends of the tenant's users and partners, exclusive for a change of the tenant's phase. */
export const tenantLock = (tenant: string) => `tenant:${tenant}`;
/** Exclusive for a change that may remove an admin of a tenant. */
export const adminsLock = (tenant: string) => `admins:${tenant}`;

/**
 * Runs work in a transaction that holds locks, across all processes on this database and with any event store. Uses
 * advisory locks, because they write nothing and end with the connection of a process that dies. They are acquired in
 * the order of their names, to prevent deadlocks. A wait ends with the pool's statement timeout, which the caller sees
 * as an outage (503).
 */
export function underLocks<T>(
  pool: Pool,
  { shared, exclusive }: Locks,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const names = [...new Set([...shared, ...exclusive])].sort();
  const statements = names.map((name) => {
    const kind = exclusive.includes(name) ? '' : '_shared';
    return `select pg_advisory_xact_lock${kind}(hashtextextended(${escapeLiteral(name)}, 0))`;
  });
  return inTransactionAfter(pool, statements, work);
}
