import type { Batch } from '@crm/contracts/batches/batches.ts';
import { batchAfter } from '@crm/contracts/batches/view.ts';
import { type BatchEvent, batchEvents } from '@crm/events/batches/events.ts';
import type { Actor, Role } from '@crm/events/envelope/envelope.ts';
import { idOf } from '@crm/events/streams.ts';
import { adminsOf, userRoom } from '@crm/platform/live/rooms.ts';
import { projection, table } from '../projection.ts';

/** A batch of a tenant. `view` is shown to users; the other columns are for filters. */
type BatchRow = {
  id: string;
  tenant: string;
  user_id: string | null;
  /** The role in which the user started it. */
  user_role: Role | null;
  kind: string;
  state: string;
  created_at: Date;
  view: Batch;
};

const batches = table<BatchRow, BatchEvent>({
  name: 'batches',
  columns: {
    id: 'uuid not null',
    tenant: 'uuid not null',
    user_id: 'uuid',
    user_role: 'text',
    kind: 'text not null',
    state: 'text not null',
    created_at: 'timestamptz not null',
    view: 'jsonb not null',
  },
  key: ['id'],
  // A tenant has few batches, so other filters scan this index.
  indexes: { batches_tenant: '(tenant, created_at, id)' },
  keyOf: (event) => ({ id: idOf(event.stream) }),
  fold(row, event) {
    const id = idOf(event.stream);
    const view = batchAfter(id, row?.view ?? null, event);
    if (!view) return null;
    return {
      id,
      tenant: event.meta.tenant,
      user_id: view.createdBy._id,
      user_role: row ? row.user_role : roleOf(event.meta.actor),
      kind: view.kind,
      state: view.state,
      created_at: new Date(view.createdAt),
      view,
    };
  },
  hints(before, after) {
    const row = after ?? before;
    if (!row) return [];
    const own = row.user_id === null ? [] : [userRoom(row.user_id)];
    return [adminsOf(row.tenant), ...own].map((room) => ({ room, topic: 'batches', id: row.id }));
  },
});

const roleOf = (actor: Actor): Role | null => (actor.kind === 'user' ? actor.role : null);

/** Running and ended batches. */
export const batchesProjection = projection({
  name: 'batches',
  version: 2,
  events: batchEvents,
  tables: [batches],
});
