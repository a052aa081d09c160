import { batchStream } from '@crm/events/streams.ts';
import type { EventStore } from '../event-store/port.ts';
import type { SignedInCaller } from '../http/caller.ts';

/**
 * Whether a caller may see and control a batch of their tenant: an admin every batch, another user those that they started
 * in the role that they have now. A former admin's batches contain and change data that an operator may not reach. The
 * lists of batches have the same rule as a condition of SQL (projections/batches/list.ts).
 */
export async function mayAccess(
  store: EventStore,
  caller: Pick<SignedInCaller, 'id' | 'role'>,
  batch: string,
): Promise<boolean> {
  if (caller.role === 'admin') return true;
  const [started] = await store.readStream(batchStream(batch), { limit: 1 });
  const actor = started?.meta.actor;
  return actor?.kind === 'user' && actor.id === caller.id && actor.role === caller.role;
}
