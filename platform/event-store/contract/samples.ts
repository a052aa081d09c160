import { randomUUID } from 'node:crypto';
import { PLATFORM_TENANT } from '@crm/events/ids.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import type { Append, ExpectedRevision, NewEvent } from '../port.ts';

export function sampleEvent(data: unknown = {}, type = 'Sampled'): NewEvent {
  return { id: randomUUID(), type, version: 1, data, meta: testMeta(PLATFORM_TENANT) };
}

export const sampleStream = () => `sample-${randomUUID()}`;

/** An append of `count` events. Each event stores the count, so that a partly written append is detected. */
export function sampleAppend(stream: string, expected: ExpectedRevision, count = 1): Append {
  return { stream, expected, events: Array.from({ length: count }, (_, n) => sampleEvent({ n, of: count })) };
}

export const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id);
