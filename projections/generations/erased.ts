import type { RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { AnyTable } from '../projection.ts';

type Keeping = Pick<AnyTable<never>, 'keepsErasedTenants'>;
type HasTenant = Pick<RecordedEvent, 'meta'>;

/** The tenants of these events whose rows were removed (workers/tenants/erase.ts). By the primary key. */
export async function erasedTenantsOf(events: readonly HasTenant[], db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ tenant: string }>({
    name: 'erased-tenants',
    text: '/* every tenant: a batch has events of many */ select tenant from erased_tenants where tenant = any($1::uuid[])',
    values: [[...new Set(events.map(({ meta }) => meta.tenant))]],
  });
  return new Set(rows.map(({ tenant }) => tenant));
}

/** The same for many batches of a rebuild; a tenant that is erased meanwhile is swept afterwards. */
export async function allErasedTenants(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ tenant: string }>(
    '/* every tenant: a rebuild reads events of all */ select tenant from erased_tenants',
  );
  return new Set(rows.map(({ tenant }) => tenant));
}

/** The events that one of these tables folds: those of erased tenants only if it keeps their rows. */
export const foldedBy = <E extends HasTenant>(
  tables: readonly Keeping[],
  events: readonly E[],
  erased: ReadonlySet<string>,
): readonly E[] =>
  erased.size === 0 || tables.some(({ keepsErasedTenants }) => keepsErasedTenants)
    ? events
    : events.filter(({ meta }) => !erased.has(meta.tenant));
