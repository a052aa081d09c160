import type { AuditEntry } from '@crm/contracts/audit/audit.ts';
import { describeEvent, idsShownBy } from '@crm/events/describe.ts';
import { PLATFORM_TENANT } from '@crm/events/ids.ts';
import type { Description } from '@crm/events/language/describe.ts';
import { idOf } from '@crm/events/streams.ts';
import { eventTypes } from '@crm/events/versions.ts';
import type { EventStore, RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { decodeEvent } from '@crm/platform/runner/decode-event.ts';
import { namesOfDeleted } from '../deleted-names.ts';
import { type Earlier, earlierValues, readEarlier } from './earlier-values.ts';
import { joinParts } from './join-parts.ts';
import { namesOfRows } from './names.ts';
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
  const { names, deleted } = await namesFor(db, store, scope, { events, earlier });
  const withEarlierValues = earlierValues(earlier, names);
  return events.map((event) => {
    const described = describeEvent(decodeEvent(eventTypes, event), names);
    const changes = withEarlierValues(event, described);
    return entryOf(event, { ...described, changes }, scope, { names, deleted });
  });
}

/** Names of records by id; `deleted` has those of deleted records only. */
type RecordNames = Record<'names' | 'deleted', ReadonlyMap<string, string>>;

/** The names of the records that events belong to, and of those that their descriptions show. */
async function namesFor(
  db: Db,
  store: EventStore,
  scope: AuditScope,
  { events, earlier }: { events: readonly RecordedEvent[]; earlier: Earlier },
): Promise<RecordNames> {
  const read = [...events, ...[...earlier.values()].flatMap((each) => each.events)];
  const shown = [...new Set(read.flatMap((event) => idsShownBy(decodeEvent(eventTypes, event))))];
  const own = events.flatMap(({ stream, meta }) => [idOf(stream), meta.tenant]);
  const current = await namesOfRows(db, scope, [...own, ...shown]);
  const streams = [
    ...events.map(({ stream }) => stream),
    ...shown.flatMap((id) => SHOWN_KINDS.map((kind) => `${kind}-${id}`)),
  ];
  const deleted = await namesOfDeleted(
    store,
    scope,
    streams.filter((stream) => !current.has(idOf(stream))),
  );
  return { names: new Map([...current, ...deleted]), deleted };
}

/** The kinds of records whose names descriptions show (`Names`). */
const SHOWN_KINDS = ['offer', 'user', 'view'];

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
  { names, deleted }: RecordNames,
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
