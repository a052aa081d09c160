import type { TenantId } from '@crm/events/ids.ts';
import type { Db } from '../postgres/transaction.ts';
import { deferred } from './deferred.ts';
import { tenantLock, type UnderLocks } from './locks.ts';

/** The requests of a tenant that wait for its lock. */
type Group<Checked> = {
  members: number;
  checked: Promise<Checked>;
  allLeft: () => void;
  /** Resolves when the transaction has ended; rejects when its lock was not acquired or was lost. */
  ended: Promise<void>;
};

/**
 * Waits for the shared locks of tenants in a transaction per tenant, which all requests that wait for it share.
 *
 * @param check runs under the lock, once per transaction; if it fails, the work of its requests does
 * @returns a function that runs work under the tenant's shared lock with the result of the check
 */
export function whenTenantIsFree<Checked>(
  underLocks: UnderLocks,
  check: (db: Db, tenant: TenantId) => Promise<Checked>,
): <T>(tenant: TenantId, work: (checked: Checked) => Promise<T>) => Promise<T> {
  const waiting = new Map<TenantId, Group<Checked>>();

  function begin(tenant: TenantId): Group<Checked> {
    const [checked, left] = [deferred<Checked>(), deferred<void>()];
    /** Later requests try again to get the lock without waiting. */
    const close = () => {
      if (waiting.get(tenant) === group) waiting.delete(tenant);
    };
    const ended = underLocks(tenant, { shared: [tenantLock(tenant)], exclusive: [] }, async (db) => {
      close();
      checked.resolve(await check(db, tenant));
      await left.promise;
    });
    ended.catch((error: unknown) => {
      close();
      checked.reject(error);
    });
    const group: Group<Checked> = { members: 0, checked: checked.promise, allLeft: left.resolve, ended };
    waiting.set(tenant, group);
    return group;
  }

  return async (tenant, work) => {
    const group = waiting.get(tenant) ?? begin(tenant);
    group.members += 1;
    const result = await group.checked.then(work).finally(() => {
      group.members -= 1;
      if (group.members === 0) group.allLeft();
    });
    await group.ended;
    return result;
  };
}
