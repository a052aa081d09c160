import type { EventMeta } from '@crm/events/envelope/envelope.ts';
import { TenantId } from '@crm/events/ids.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import type { Position } from '@crm/platform/event-store/port.ts';
import type { Recorded } from '../projection.ts';

export const someTenant = TenantId.parse('11111111-1111-4111-8111-111111111111');

/** Events of one stream as a store would return them, a minute apart: for tests of folds without a database. */
export function recorded<E extends { type: string; data: unknown }>(
  stream: string,
  events: readonly E[],
  meta: Partial<EventMeta> = {},
): Recorded<E>[] {
  return events.map((event, revision) => ({
    ...event,
    id: `event-${revision}`,
    stream,
    number: 0,
    revision,
    position: String(revision) as Position, // a cast: folds do not read positions
    at: new Date(Date.UTC(2025, 0, 1, 9, revision)),
    meta: testMeta(someTenant, { commandId: 'command', ...meta }),
  }));
}
