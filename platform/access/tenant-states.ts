import type { TenantId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import { StoreUnavailable } from '../event-store/port.ts';
import type { TenantState } from '../http/policy.ts';
import { reportCache } from '../metrics/caches.ts';
import type { Db } from '../postgres/transaction.ts';

/**
 * Lifetime of a cached state in ms. A changed number invalidates a state at once. This limit covers an append that the
 * event store executed after its sender had died and lost its lock.
 */
const FRESH_MS = 10_000;
/** Limit of cached states; at the limit, the cache is emptied. */
const MOST_KEPT = 10_000;

export type TenantStates = {
  /**
   * The state of a tenant whose lock the caller does not hold: from memory, or read under a shared lock. While the event
   * store is away, the last state that was read after the same number of changes, so that queries go on.
   *
   * @param changes the number in tenant_changes as the caller has just read it; 0 without a row
   */
  current(tenant: TenantId, changes: number): Promise<TenantState>;
  /** The same for a caller that holds the tenant's lock and has read `changes` under it. */
  underLock(tenant: TenantId, changes: number): Promise<TenantState>;
  /** Call under the exclusive lock, before the event of a change is appended. */
  markChange(tenant: TenantId): Promise<void>;
};

/**
 * Caches the states of tenants, from their streams. A state is cached only when it was read under the tenant's lock, so
 * never between the mark and the event of a change.
 *
 * @param underTenantLock runs work while the tenant's state does not change
 * @param readState reads the state from the tenant's stream
 */
export function openTenantStates(
  pool: Pool,
  underTenantLock: <T>(tenant: TenantId, work: (db: Db) => Promise<T>) => Promise<T>,
  readState: (tenant: TenantId) => Promise<TenantState>,
): TenantStates {
  const known = new Map<TenantId, { changes: number; state: TenantState; until: number }>();
  reportCache('tenant states', MOST_KEPT, () => known.size);
  /** Running reads, by tenant and number of changes: concurrent requests with an outdated state wait for one read. */
  const reading = new Map<string, Promise<TenantState>>();
  /** Until then the event store is not asked for a state that is kept: a server that hangs keeps each reader for 10 s. */
  let awayUntil = 0;

  function keptFor(tenant: TenantId, changes: number) {
    const found = known.get(tenant);
    return found?.changes === changes ? found : null;
  }

  function fresh(tenant: TenantId, changes: number): TenantState | null {
    const found = keptFor(tenant, changes);
    return found && found.until > performance.now() ? found.state : null;
  }

  async function underLock(tenant: TenantId, changes: number): Promise<TenantState> {
    const found = fresh(tenant, changes);
    if (found) return found;
    const state = await readState(tenant);
    if (known.size >= MOST_KEPT) known.clear();
    known.set(tenant, { changes, state, until: performance.now() + FRESH_MS });
    return state;
  }

  async function readOrKept(tenant: TenantId, changes: number): Promise<TenantState> {
    const kept = keptFor(tenant, changes);
    if (kept && awayUntil > performance.now()) return kept.state;
    try {
      return await underTenantLock(tenant, async (db) => underLock(tenant, await changesOf(db, tenant)));
    } catch (error) {
      if (!kept || !(error instanceof StoreUnavailable)) throw error;
      awayUntil = performance.now() + FRESH_MS;
      return kept.state;
    }
  }

  return {
    underLock,
    async current(tenant, changes) {
      const found = fresh(tenant, changes);
      if (found) return found;
      const name = `${tenant} ${changes}`;
      const running = reading.get(name);
      if (running !== undefined) return running;
      const read = readOrKept(tenant, changes);
      reading.set(name, read);
      return read.finally(() => reading.delete(name));
    },
    async markChange(tenant) {
      await pool.query(
        `insert into tenant_changes (tenant, changes) values ($1, 1)
         on conflict (tenant) do update set changes = tenant_changes.changes + 1
           where tenant_changes.tenant = excluded.tenant`,
        [tenant],
      );
    },
  };
}

/** The number of changes of the tenant's phase; 0 for most tenants. */
export async function changesOf(db: Db, tenant: TenantId): Promise<number> {
  const { rows } = await db.query<{ changes: number }>(
    'select changes from tenant_changes where tenant = $1',
    [tenant],
  );
  return rows[0]?.changes ?? 0;
}
