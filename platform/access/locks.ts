import type { TenantId } from '@crm/events/ids.ts';
import { escapeLiteral, type Pool } from 'pg';
import { type Db, inTransactionAfter, inTransactionIf } from '../postgres/transaction.ts';
import { deferred } from './deferred.ts';

/** The names that a transaction locks. Many transactions can hold a shared lock at once, only one an exclusive lock. */
export type Locks = { shared: readonly string[]; exclusive: readonly string[] };

/** Shared for appends on behalf of the user, exclusive for changes of the user's password or access. */
export const accountLock = (userId: string) => `account:${userId}`;
/** Shared for appends of the tenant's users and partners, exclusive for a change of the tenant's phase. */
export const tenantLock = (tenant: string) => `tenant:${tenant}`;
/** Exclusive for a change that may remove an admin of a tenant. */
export const adminsLock = (tenant: string) => `admins:${tenant}`;

/** Runs work in a transaction that holds locks of a tenant and its accounts. */
export type UnderLocks = <T>(tenant: TenantId, locks: Locks, work: (db: Db) => Promise<T>) => Promise<T>;

/**
 * Opens the locks of this process. They hold across all processes on this database and with any event store. They are
 * advisory locks, because these write nothing and end with the connection of a process that dies.
 *
 * At most one connection per tenant waits for locks: another process that hangs may hold them for a minute, and all
 * connections would soon wait for that tenant. So each transaction first tries to get its locks without waiting, together
 * with its beginning. A wait ends with the pool's statement timeout, which the caller sees as an outage (503); the
 * callers behind it end with it.
 */
export function openLocks(pool: Pool): UnderLocks {
  /** By tenant, the last transaction that waits for locks: resolves when it has them. */
  const waiting = new Map<TenantId, Promise<void>>();

  async function waitFor<T>(tenant: TenantId, locks: Locks, work: (db: Db) => Promise<T>): Promise<T> {
    const before = waiting.get(tenant);
    const turn = deferred<void>();
    waiting.set(tenant, turn.promise);
    try {
      await before;
      return await inTransactionAfter(pool, statementsOf(locks), (db) => {
        turn.resolve();
        return work(db);
      });
    } catch (error) {
      turn.reject(error); // without effect once it has its locks
      throw error;
    } finally {
      if (waiting.get(tenant) === turn.promise) waiting.delete(tenant);
    }
  }

  return async (tenant, locks, work) => {
    const free = await inTransactionIf(pool, conditionOf(locks), work);
    return free ? free.result : waitFor(tenant, locks, work);
  };
}

/** SQL that locks a name. `try_`: true or false at once; false also while a transaction with another kind of lock waits. */
const lockSql = (attempt: '' | 'try_', kind: '' | '_shared', name: string) =>
  `pg_${attempt}advisory_xact_lock${kind}(hashtextextended(${escapeLiteral(name)}, 0))`;

const conditionOf = ({ shared, exclusive }: Locks) =>
  [
    ...exclusive.map((name) => lockSql('try_', '', name)),
    ...shared.filter((name) => !exclusive.includes(name)).map((name) => lockSql('try_', '_shared', name)),
  ].join(' and ');

/** In the order of the names, to prevent deadlocks. */
function statementsOf({ shared, exclusive }: Locks): string[] {
  const names = [...new Set([...shared, ...exclusive])].sort();
  return names.map((name) => `select ${lockSql('', exclusive.includes(name) ? '' : '_shared', name)}`);
}
