import type { RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { AnyProjection } from '../projection.ts';

/**
 * Leaves out the events of tenants whose rows were removed (workers/tenants/erase.ts), so that a rebuild does not bring
 * the rows back. By the primary key.
 */
export async function ofPresentTenants(
  projection: Pick<AnyProjection, 'keepsErased'>,
  events: readonly RecordedEvent[],
  db: Db,
): Promise<readonly RecordedEvent[]> {
  if (projection.keepsErased) return events;
  const { rows } = await db.query<{ tenant: string }>({
    name: 'erased-tenants',
    text: '/* every tenant: a batch has events of many */ select tenant from erased_tenants where tenant = any($1::uuid[])',
    values: [[...new Set(events.map(({ meta }) => meta.tenant))]],
  });
  return without(new Set(rows.map(({ tenant }) => tenant)), events);
}

/** The same for many batches of a rebuild; a tenant that is erased meanwhile is swept afterwards. */
export async function presentTenantsOnly(
  projection: Pick<AnyProjection, 'keepsErased'>,
  db: Db,
): Promise<(events: readonly RecordedEvent[]) => readonly RecordedEvent[]> {
  if (projection.keepsErased) return (events) => events;
  const { rows } = await db.query<{ tenant: string }>(
    '/* every tenant: a rebuild reads events of all */ select tenant from erased_tenants',
  );
  const erased = new Set(rows.map(({ tenant }) => tenant));
  return (events) => without(erased, events);
}

const without = (erased: ReadonlySet<string>, events: readonly RecordedEvent[]) =>
  erased.size === 0 ? events : events.filter(({ meta }) => !erased.has(meta.tenant));
