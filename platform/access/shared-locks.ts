import type { TenantId } from '@crm/events/ids.ts';
import type { Pool, PoolClient } from 'pg';
import type { Db } from '../postgres/transaction.ts';
import { tenantLock, type UnderLocks } from './locks.ts';
import { whenTenantIsFree } from './when-free.ts';

/**
 * Time in ms in which requests may join a transaction, which stays open for all of it: at 500 leads per second most requests
 * would otherwise begin one of their own. A tenant change waits at most this long plus the appends.
 */
const JOIN_MS = 50;
/** Concurrent transactions. The pool has six connections; the others stay free for signed-in callers. */
const MOST_OPEN = 3;

type Group<Checked> = {
  client: PoolClient;
  members: number;
  /** The result of each tenant's check, made after its lock was taken; null for a lock that was not free. */
  checked: Map<TenantId, Promise<{ checked: Checked } | null>>;
  /** The newest read of a check: a connection runs one query at a time. */
  last: Promise<unknown>;
  /** The connection was cut or a query failed, so the locks have ended. */
  isLost: boolean;
  onError: () => void;
};

/**
 * Takes shared locks of tenants for thousands of requests per second: requests within 50 ms share them in one
 * transaction. Separate locks would cost each request three more statements and one of six connections. A lock that is
 * not free is waited for in a transaction of that tenant's requests, so that no other tenant waits for it.
 *
 * @param read reads what the check needs, once per tenant and transaction, after the tenant's lock was taken
 * @param check runs after `read`; if it fails, only the work of this tenant does
 * @returns a function that runs work under the tenant's shared lock with the result of the check; throws when the lock
 * was lost
 */
export function sharedTenantLocks<Found, Checked>(
  pool: Pool,
  underLocks: UnderLocks,
  read: (db: Db, tenant: TenantId) => Promise<Found>,
  check: (tenant: TenantId, found: Found) => Promise<Checked>,
): <T>(tenant: TenantId, work: (checked: Checked) => Promise<T>) => Promise<T> {
  const open = new Set<Group<Checked>>();
  let opening: Promise<Group<Checked>> | null = null;
  let youngest: Group<Checked> | null = null;
  const waiting: (() => void)[] = [];
  const whenFree = whenTenantIsFree(underLocks, async (db, tenant) => check(tenant, await read(db, tenant)));

  async function begin(): Promise<Group<Checked>> {
    while (open.size >= MOST_OPEN) await new Promise<void>((resolve) => waiting.push(resolve));
    const client = await pool.connect();
    const onError = () => lose(group);
    const group: Group<Checked> = {
      client,
      members: 0,
      checked: new Map(),
      last: Promise.resolve(),
      isLost: false,
      onError,
    };
    client.on('error', onError);
    open.add(group);
    await client.query('begin').catch((error: unknown) => {
      end(group);
      throw error;
    });
    youngest = group;
    setTimeout(() => {
      if (youngest === group) youngest = null;
      if (group.members === 0) end(group);
    }, JOIN_MS);
    return group;
  }

  async function join(): Promise<Group<Checked>> {
    if (youngest) {
      youngest.members += 1;
      return youngest;
    }
    opening ??= begin().finally(() => {
      opening = null;
    });
    // Every waiting request is counted before the first of them can leave.
    const group = await opening;
    group.members += 1;
    return group;
  }

  function lose(group: Group<Checked>): void {
    group.isLost = true;
    if (youngest === group) youngest = null;
  }

  function leave(group: Group<Checked>): void {
    group.members -= 1;
    if (group.members === 0 && youngest !== group) end(group);
  }

  function end(group: Group<Checked>): void {
    if (!open.delete(group)) return; // a lost group may have ended before its time
    // The transaction has no writes. If the commit fails, closing the connection releases the locks.
    group.client.off('error', group.onError);
    group.client.query('commit').then(
      () => group.client.release(group.isLost),
      () => group.client.release(true),
    );
    for (const resolve of waiting.splice(0)) resolve();
  }

  function checkedOf(group: Group<Checked>, tenant: TenantId): Promise<{ checked: Checked } | null> {
    const known = group.checked.get(tenant);
    if (known !== undefined) return known;
    const reading = group.last.then(() => lockAndRead(group, tenant));
    // A failed query ends the transaction, and with it all of its locks.
    group.last = reading.catch(() => lose(group));
    const checking = reading.then(async (free) => free && { checked: await check(tenant, free.found) });
    group.checked.set(tenant, checking);
    return checking;
  }

  async function lockAndRead({ client }: Group<Checked>, tenant: TenantId): Promise<{ found: Found } | null> {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_xact_lock_shared(hashtextextended($1, 0)) as locked',
      [tenantLock(tenant)],
    );
    return rows[0]?.locked ? { found: await read(client, tenant) } : null;
  }

  return async (tenant, work) => {
    const group = await join();
    try {
      const free = await checkedOf(group, tenant);
      if (free) {
        const result = await work(free.checked);
        if (group.isLost) throw new Error('Connection terminated while it held locks');
        return result;
      }
    } finally {
      leave(group);
    }
    return whenFree(tenant, work);
  };
}
