import { demoTenantId } from '@crm/command-api/demo/perform.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import type { Actor, EventMeta } from '@crm/events/envelope/envelope.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { leadAssigned, leadCreated, leadEdited, statusChanged } from '@crm/events/leads/story.ts';
import { type DomainEvent, eventTypes } from '@crm/events/versions.ts';
import { START } from '@crm/platform/event-store/port.ts';
import { searchTextOf } from '@crm/projections/audit/search-text.ts';

export const tenant = demoTenantId('Demo Sales');
const NAMES = '6f0c3f0e-6a55-4b1a-9c1b-5a8ac6f1f6a4';

/** Actors 0 to 37 work all the year, FORMER only in its first half. */
export const ACTORS = 40;
const FORMER = 38;
export const actorOf = (n: number) => ({
  id: UserId.parse(derivedId(NAMES, `actor ${n}`)),
  name: `${n < FORMER ? 'Caller' : 'Formerly'} ${String(n).padStart(2, '0')}`,
});

/** Values in a sample that load.ts replaces in each copy. */
export const markers = {
  tenant: derivedId(NAMES, 'tenant'),
  actorId: derivedId(NAMES, 'actor'),
  actorName: 'Zyx Marker',
  ip: '192.0.2.222',
  correlation: derivedId(NAMES, 'correlation'),
  cause: derivedId(NAMES, 'cause'),
  word: 'wmarkerx',
} as const;

/** An event to copy: its stored texts, and its search text as the audit projection makes it; null for none. */
export type Sample = {
  kind: string;
  type: string;
  version: number;
  data: string;
  meta: string;
  text: string | null;
};

const user: Actor = {
  kind: 'user',
  id: UserId.parse(markers.actorId),
  name: markers.actorName,
  role: 'operator',
};
const { word } = markers;
const operator = actorOf(1);
const tenantMarker = TenantId.parse(markers.tenant);
const callback = (at: string | null): DomainEvent => ({ type: 'LeadCallbackSet', data: { at, operator } });
const commented: DomainEvent = {
  type: 'LeadCommented',
  data: {
    commentId: derivedId(NAMES, 'comment'),
    content: `Asked to call back later ${word}`,
    type: 'internal',
    isInternal: true,
    isImportant: false,
    author: markers.actorName,
    statusChange: null,
  },
};
const batchStarted: DomainEvent = {
  type: 'BatchStarted',
  data: {
    kind: 'lead-status',
    title: 'Update status of many leads to hold',
    total: null,
    task: {},
    undoable: true,
    undoes: null,
  },
};

const byKind: Record<string, { event: DomainEvent; actor: Actor }> = {
  created: { event: leadCreated(), actor: { kind: 'partner', apiKeyId: null } },
  assigned: { event: leadAssigned(operator, { reason: word }), actor: user },
  commented: { event: commented, actor: user },
  hold: { event: statusChanged('hold', { reason: word }), actor: user },
  approved: { event: statusChanged('approved', { reason: word }), actor: user },
  cancelled: { event: statusChanged('cancelled', { reason: word }), actor: user },
  callback: { event: callback('2026-03-01T09:30:00.000Z'), actor: user },
  edited: { event: leadEdited({ customer: { phone: '+91 90000 00001' } }), actor: user },
  deleted: { event: { type: 'LeadDeleted', data: { reason: 'Sent twice' } }, actor: user },
  batch: { event: batchStarted, actor: user },
};

/** One sample of each kind of event. */
export const samples: readonly Sample[] = Object.entries(byKind).map(([kind, { event, actor }]) => {
  const meta: EventMeta = {
    tenant: tenantMarker,
    actor,
    ip: markers.ip,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    commandId: markers.correlation,
    correlationId: markers.correlation,
    causationId: kind === 'hold' ? markers.cause : null,
    requestHash: null,
  };
  const recorded = {
    id: markers.correlation,
    stream: 'lead-x',
    revision: 1,
    position: START,
    at: new Date(0),
  };
  return {
    kind,
    type: event.type,
    version: eventTypes[event.type].version,
    data: JSON.stringify(event.data),
    meta: JSON.stringify(meta),
    text: kind === 'created' ? null : searchTextOf({ ...recorded, meta, ...event }),
  };
});
