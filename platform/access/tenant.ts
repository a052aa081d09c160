import { PLATFORM_TENANT, type TenantId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import { tenantStream } from '@crm/events/streams.ts';
import { tenants } from '@crm/events/tenants/aggregate.ts';
import { load } from '../commands/load.ts';
import type { EventStore, RecordedEvent } from '../event-store/port.ts';
import type { TenantState } from '../http/policy.ts';

/**
 * A tenant's state according to its stream. The platform's own tenant is always active: while it is
 * blocked, no super admin could sign in to unblock it. A tenant whose import is not complete is answered like a deleted one.
 */
export async function readTenantState(store: EventStore, id: TenantId): Promise<TenantState> {
  if (id === PLATFORM_TENANT) return { phase: 'active' };
  const { recorded, events } = await load(store, tenants.types, tenantStream(id));
  if (isBeingImported(recorded)) return { phase: 'deleted' };
  const tenant = fold(tenants.decider, events);
  switch (tenant.phase) {
    case 'none':
    case 'active':
      return { phase: 'active' };
    case 'suspended':
    case 'deleted':
      return { phase: tenant.phase };
    case 'erased':
      return { phase: 'deleted' };
    case 'blocked':
      return { phase: 'blocked', subscriptionStatus: tenant.subscriptionStatus };
    default:
      return tenant satisfies never;
  }
}

/** An import ends with an event of its own; the history may have those of earlier imports. */
function isBeingImported(recorded: readonly RecordedEvent[]): boolean {
  const [first] = recorded;
  if (first?.meta.imported === undefined) return false;
  return !recorded.some(({ type, meta }) => type === 'TenantImported' && meta.imported === undefined);
}
