import { randomUUID } from 'node:crypto';
import type { UserId } from '@crm/events/ids.ts';
import type { OperatorRef } from '@crm/events/leads/events.ts';
import { userStream } from '@crm/events/streams.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import type { UserEvent } from '@crm/events/users/events.ts';
import { details } from '@crm/events/users/story.ts';
import { knownVersions } from '@crm/events/versions.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { expect } from 'vitest';
import { tenant } from './people.ts';

/** Test fixtures: the accounts of operators in a store. */
export function operatorsIn(store: EventStore) {
  async function append(id: UserId, expected: 'none' | number, { type, data }: UserEvent) {
    const event = { id: randomUUID(), type, version: knownVersions[type] ?? 1, data, meta: testMeta(tenant) };
    const outcome = await store.append({ stream: userStream(id), expected, events: [event] });
    expect(outcome.kind).toBe('appended');
  }

  return {
    /** Stores the account of an operator. */
    hire: ({ id, name }: OperatorRef) =>
      append(id, 'none', { type: 'UserCreated', data: { details: { ...details, fullName: name } } }),
    /** Deactivates an operator who was hired. */
    deactivate: ({ id }: OperatorRef) =>
      append(id, 0, { type: 'UserEdited', data: { changes: { isActive: false } } }),
  };
}
