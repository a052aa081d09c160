import { escapeLiteral, type Pool } from 'pg';
import { type Db, inTransaction } from '../postgres/transaction.ts';

/** What a transaction locks. Many may hold a shared lock at once; an exclusive one is held alone. */
export type Locks = { shared: readonly string[]; exclusive: readonly string[] };

/** Shared for appends on behalf of the user, exclusive for changes of the user's password or access. */
export const accountLock = (userId: string) => `account:${userId}`;
/** Shared for appends of the tenant's users and partners, exclusive for a change of the tenant's phase. */
export const tenantLock = (tenant: string) => `tenant:${tenant}`;
/** Exclusive for a change that may take an admin away from a tenant. */
export const adminsLock = (tenant: string) => `admins:${tenant}`;

/**
 * Runs work in a transaction that holds locks, across all processes on this database and whichever event store they use.
 * Advisory locks, because they write nothing and end with the connection of a process that dies. They are taken in the
 * order of their names, so that no two transactions wait for each other. Waiting ends with the pool's statement timeout,
 * which is an outage to the caller (503).
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
  return inTransaction(pool, async (db) => {
    await db.query(statements.join('; '));
    return work(db);
  });
}
