import type { TenantId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import type { TenantState } from '../http/policy.ts';
import type { Db } from '../postgres/transaction.ts';

/**
 * How long a state is used without reading the stream again. A change is noticed at once by its number; this is for an
 * append that the event store carried out after the process that sent it had died, with its lock.
 */
const FRESH_MS = 10_000;
/** States in memory; all are dropped when a further tenant comes. */
const MOST_KEPT = 10_000;

export type TenantStates = {
  /**
   * The state of a tenant whose lock the caller does not hold: from memory, or read under a shared lock.
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
 * The states of tenants, from their streams. A state is only remembered when it was read under the tenant's lock, so
 * never while a change is between its mark and its event.
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
  /** Reads that run, by tenant and number of changes: many requests that find a state outdated wait for one read. */
  const reading = new Map<string, Promise<TenantState>>();

  function fresh(tenant: TenantId, changes: number): TenantState | null {
    const found = known.get(tenant);
    return found && found.changes === changes && found.until > performance.now() ? found.state : null;
  }

  async function underLock(tenant: TenantId, changes: number): Promise<TenantState> {
    const found = fresh(tenant, changes);
    if (found) return found;
    const state = await readState(tenant);
    if (known.size >= MOST_KEPT) known.clear();
    known.set(tenant, { changes, state, until: performance.now() + FRESH_MS });
    return state;
  }

  return {
    underLock,
    async current(tenant, changes) {
      const found = fresh(tenant, changes);
      if (found) return found;
      const name = `${tenant} ${changes}`;
      const running = reading.get(name);
      if (running !== undefined) return running;
      const read = underTenantLock(tenant, async (db) => underLock(tenant, await changesOf(db, tenant)));
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

/** How often the tenant's phase was changed; 0 for most tenants. */
export async function changesOf(db: Db, tenant: TenantId): Promise<number> {
  const { rows } = await db.query<{ changes: number }>(
    'select changes from tenant_changes where tenant = $1',
    [tenant],
  );
  return rows[0]?.changes ?? 0;
}
