import { describeEvent } from '@crm/events/describe.ts';
import type { Change, Description, Names } from '@crm/events/language/describe.ts';
import { eventTypes } from '@crm/events/versions.ts';
import type { EventStore, RecordedEvent, StreamPart } from '@crm/platform/event-store/port.ts';
import { decodeEvent } from '@crm/platform/runner/decode-event.ts';
import { joinParts } from './join-parts.ts';

/** Further back, the value before stays unknown. */
const FARTHEST = 1_000;

/** The earlier events of some streams: for each stream the parts that were read, and their events in order. */
export type Earlier = ReadonlyMap<string, { parts: readonly StreamPart[]; events: RecordedEvent[] }>;

/** Some edits store only the new values: their values before are in earlier events. Reads those of all events at once. */
export async function readEarlier(store: EventStore, events: readonly RecordedEvent[]): Promise<Earlier> {
  const parts = joinParts(
    events.filter(needsEarlier).map(({ stream, revision }) => {
      const from = Math.max(revision - FARTHEST, 0);
      return { stream, from, limit: revision - from };
    }),
  );
  const found = await store.readStreams(parts);
  const byStream = new Map<string, { parts: StreamPart[]; events: RecordedEvent[] }>();
  for (const part of parts) {
    const known = byStream.get(part.stream);
    if (known) known.parts.push(part);
    else byStream.set(part.stream, { parts: [part], events: [] });
  }
  for (const event of found) byStream.get(event.stream)?.events.push(event);
  for (const each of byStream.values()) each.events.sort((a, b) => a.revision - b.revision);
  return byStream;
}

const needsEarlier = (event: RecordedEvent): boolean =>
  event.revision > 0 &&
  describeEvent(decodeEvent(eventTypes, event)).changes.some(({ from }) => from === null);

/** Fills the value before of changes that lack it with the last one that an earlier event of the stream gave the field. */
export function earlierValues(earlier: Earlier, names: Names) {
  // An event of a page is often also an earlier event of others.
  const described = new Map<RecordedEvent, readonly Change[]>();
  const changesOf = (event: RecordedEvent) => {
    const known = described.get(event);
    if (known) return known;
    const { changes, initial = [] } = describeEvent(decodeEvent(eventTypes, event), names);
    const all = [...initial, ...changes];
    described.set(event, all);
    return all;
  };
  return (
    { stream, revision }: RecordedEvent,
    { changes, hasAllFields }: Pick<Description, 'changes' | 'hasAllFields'>,
  ): readonly Change[] => {
    const known = earlier.get(stream);
    const part = known?.parts.find(({ from, limit }) => from < revision && revision <= from + limit);
    if (!known || !part) return changes;
    const missing = new Set(changes.flatMap(({ field, from }) => (from === null ? field : [])));
    const values = new Map<string, string>();
    for (let at = known.events.length - 1; at >= 0 && missing.size > 0; at -= 1) {
      const event = known.events[at];
      if (!event || event.revision >= revision) continue;
      if (event.revision < part.from) break;
      for (const { field, to } of changesOf(event).toReversed())
        if (missing.delete(field)) values.set(field, to);
    }
    return changes.flatMap((change) => {
      if (change.from !== null) return change;
      // A creation leaves out empty fields.
      const from = values.get(change.field) ?? (part.from === 0 ? '' : null);
      return hasAllFields && from === change.to ? [] : { ...change, from };
    });
  };
}
