import type { AuditEntry } from '@crm/contracts/audit/audit.ts';
import { describeEvent } from '@crm/events/describe.ts';
import { PLATFORM_TENANT } from '@crm/events/ids.ts';
import type { Description, Names } from '@crm/events/language/describe.ts';
import { idOf } from '@crm/events/streams.ts';
import { eventTypes } from '@crm/events/versions.ts';
import type { EventStore, RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { decodeEvent } from '@crm/platform/runner/decode-event.ts';
import { namesOfDeleted } from './deleted-names.ts';
import { earlierValues, readEarlier } from './earlier-values.ts';
import { joinParts } from './join-parts.ts';
import { namesIn } from './names.ts';
import type { AuditScope } from './scope.ts';
import type { AuditRow } from './table.ts';

/** The events of rows, as entries in the order of the rows. */
export async function entriesOf(
  db: Db,
  store: EventStore,
  scope: AuditScope,
  rows: readonly AuditRow[],
): Promise<AuditEntry[]> {
  return describeEntries(db, store, scope, await eventsOf(store, rows));
}

/** Events as entries, in their order. */
export async function describeEntries(
  db: Db,
  store: EventStore,
  scope: AuditScope,
  events: readonly RecordedEvent[],
): Promise<AuditEntry[]> {
  const earlier = await readEarlier(store, events);
  const mentioning = [...events, ...[...earlier.values()].flatMap((each) => each.events)];
  const current = await namesIn(db, scope, mentioning);
  const deleted = await namesOfDeleted(store, events, current);
  const names = new Map([...current, ...deleted]);
  const withEarlierValues = earlierValues(earlier, names);
  return events.map((event) => {
    const described = describeEvent(decodeEvent(eventTypes, event), names);
    const changes = withEarlierValues(event, described);
    return entryOf(event, { ...described, changes }, scope, names, deleted);
  });
}

/** Rows of one stream that are at most this far apart are read together. */
const APART = 50;

/** Reads the events of rows from their streams, in the order of the rows. */
export async function eventsOf(store: EventStore, rows: readonly AuditRow[]): Promise<RecordedEvent[]> {
  const parts = rows.map(({ stream, revision }) => ({ stream, from: revision, limit: 1 }));
  const events = await store.readStreams(joinParts(parts, APART));
  const found = new Map<string, RecordedEvent>(events.map((event) => [event.position, event]));
  return rows.flatMap(({ position }) => found.get(position) ?? []);
}

function entryOf(
  recorded: RecordedEvent,
  { text, changes, reason }: Description,
  scope: AuditScope,
  names: Names,
  deleted: Names,
): AuditEntry {
  const { id, type, stream, position, at, meta } = recorded;
  const subject = idOf(stream);
  return {
    _id: position,
    eventId: id,
    createdAt: at.toISOString(),
    organization:
      scope === '*' && meta.tenant !== PLATFORM_TENANT
        ? { _id: meta.tenant, name: names.get(meta.tenant) ?? null }
        : null,
    actor: actorOf(meta.actor),
    type,
    action: text,
    reason: reason ?? null,
    subject: {
      kind: stream.slice(0, stream.indexOf('-')),
      _id: subject,
      name: names.get(subject) ?? null,
      isDeleted: deleted.has(subject),
    },
    changes: [...changes],
    ipAddress: meta.ip,
    userAgent: meta.userAgent,
  };
}

function actorOf(actor: RecordedEvent['meta']['actor']): AuditEntry['actor'] {
  switch (actor.kind) {
    case 'user':
      return { _id: actor.id, name: actor.name, role: actor.role };
    case 'partner':
      return { _id: null, name: 'Partner', role: 'partner' };
    case 'system':
      return { _id: null, name: actor.name, role: 'system' };
    default:
      return actor satisfies never;
  }
}
