import { describeEvent } from '@crm/events/describe.ts';
import type { Change, Names } from '@crm/events/language/describe.ts';
import { eventTypes } from '@crm/events/versions.ts';
import type { EventStore, RecordedEvent } from '@crm/platform/event-store/port.ts';
import { decodeEvent } from '@crm/platform/runner/decode-event.ts';

/** Further back, the value before stays unknown. */
const FARTHEST = 1_000;

/**
 * Some edits store only the new values: then the value before is the last one that an earlier event of the stream gave
 * the field. @returns the changes, with `from` where history has it
 */
export async function withEarlierValues(
  store: EventStore,
  { stream, revision }: RecordedEvent,
  changes: readonly Change[],
  names: Names,
): Promise<readonly Change[]> {
  if (revision === 0 || changes.every(({ from }) => from !== null)) return changes;
  const from = Math.max(revision - FARTHEST, 0);
  const values = new Map<string, string>();
  for (const earlier of await store.readStream(stream, { from, limit: revision - from }))
    for (const { field, to } of describeEvent(decodeEvent(eventTypes, earlier), names).changes)
      values.set(field, to);
  return changes.map((change) =>
    // A creation leaves out empty fields.
    change.from === null ? { ...change, from: values.get(change.field) ?? (from === 0 ? '' : null) } : change,
  );
}
