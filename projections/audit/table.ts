import { leadEvents } from '@crm/events/leads/events.ts';
import { idOf } from '@crm/events/streams.ts';
import { type DomainEvent, eventTypes } from '@crm/events/versions.ts';
import { adminsOf, SUPER_ADMINS } from '@crm/platform/live/rooms.ts';
import { DAY_MS } from '../durations.ts';
import { type Hint, projection, type Recorded, table } from '../projection.ts';
import { searchTextOf } from './search-text.ts';

/**
 * One row per event, with the values that the audit history is filtered by. Everything else that an entry shows is read
 * from the event itself (entries.ts).
 */
export type AuditRow = {
  position: string;
  tenant: string;
  at: Date;
  type: string;
  stream: string;
  revision: number;
  /** The user who acted; null for partners and for the system. */
  actor: string | null;
  ip: string | null;
  /** The same for a command and all that it caused (why.ts); null for the events of partners, which cause nothing. */
  correlation: string | null;
};

function foldAudit(_: AuditRow | null, event: Recorded<DomainEvent>): AuditRow {
  const { actor, ip, tenant, causationId, correlationId } = event.meta;
  return {
    position: event.position,
    tenant,
    at: event.at,
    type: event.type,
    stream: event.stream,
    revision: event.revision,
    actor: actor.kind === 'user' ? actor.id : null,
    ip,
    correlation: actor.kind === 'partner' && causationId === null ? null : correlationId,
  };
}

/** Consecutive events of a tenant share one hint object each: every event of the product has these hints. */
const hintsByTenant = new Map<string, readonly Hint[]>();
const MOST_TENANTS = 10_000;

function hintsOf(tenant: string): readonly Hint[] {
  const known = hintsByTenant.get(tenant);
  if (known) return known;
  if (hintsByTenant.size >= MOST_TENANTS) hintsByTenant.clear();
  const hints = [adminsOf(tenant), SUPER_ADMINS].map((room) => ({ room, topic: 'audit', id: tenant }));
  hintsByTenant.set(tenant, hints);
  return hints;
}

/**
 * Every index ends with the time, so that a page is the end of one index range. Entries of the same time, those of one
 * append, are sorted by position when they are read: with positions, the indexes were 60 % larger. New rows go to the
 * right end of most indexes, which keeps the cost per event low (docs/decisions.md).
 */
const events = table<AuditRow, DomainEvent>({
  name: 'audit_events',
  columns: {
    position: 'text collate "C" not null',
    tenant: 'uuid not null',
    at: 'timestamptz not null',
    type: 'text collate "C" not null',
    stream: 'text collate "C" not null',
    revision: 'integer not null',
    actor: 'uuid',
    ip: 'text collate "C"',
    correlation: 'uuid',
  },
  key: ['position'],
  rows: 'append-only',
  keepsErasedTenants: true,
  indexes: {
    audit_time: '(at)',
    audit_tenant: '(tenant, at)',
    audit_type: '(type, at)',
    audit_tenant_type: '(tenant, type, at)',
    audit_ip: '(ip, at) where ip is not null',
    audit_actor: '(actor, at) where actor is not null',
    audit_actor_type: '(actor, type, at) where actor is not null',
    audit_correlation: '(correlation, at) where correlation is not null',
  },
  keyOf: ({ position }) => ({ position }),
  fold: foldAudit,
  hints: (_before, _after, { meta: { tenant } }) => hintsOf(tenant),
});

type AuditTextRow = {
  position: string;
  tenant: string;
  at: Date;
  week: number;
  /** The lead of the event, whose erasure deletes the text; null for events of other records. */
  lead: string | null;
  text: string;
};

/** The week of an event as the index of texts has it: weeks since 1 January 1970, UTC. */
export const weekOf = (at: Date): number => Math.floor(at.getTime() / (7 * DAY_MS));

const leadOf = ({ type, stream }: Recorded<DomainEvent>): string | null =>
  type in leadEvents ? idOf(stream) : null;

/**
 * What the search finds, apart from the rows above: the events of ingest have no text, and no trigrams to index. The index
 * has the week too, so that a search reads one week after another and ends with the one that fills its page (words.ts). Each
 * of these reads goes through the index's list of pending rows, which is kept short for them.
 */
const texts = table<AuditTextRow, DomainEvent>({
  name: 'audit_texts',
  columns: {
    position: 'text collate "C" not null',
    tenant: 'uuid not null',
    at: 'timestamptz not null',
    week: 'integer not null',
    lead: 'uuid',
    text: 'text not null',
  },
  key: ['position'],
  rows: 'append-only',
  indexes: {
    audit_texts_text: 'using gin (tenant, week, text gin_trgm_ops) with (gin_pending_list_limit = 512)',
    audit_texts_lead: '(lead) where lead is not null',
  },
  clear: {
    index: 'audit_texts_lead',
    of: (event) => (event.type === 'LeadErased' ? { tenant: event.meta.tenant, lead: leadOf(event) } : null),
  },
  keyOf: (event) => (isCreation(event) ? null : { position: event.position }),
  fold: (_, event) => {
    const text = searchTextOf(event);
    const { position, at, meta } = event;
    return text === ''
      ? null
      : { position, tenant: meta.tenant, at, week: weekOf(at), lead: leadOf(event), text };
  },
});

/** Events with a whole lead, whose words the search of leads finds. */
const isCreation = ({ type }: DomainEvent) => type === 'LeadCreated' || type === 'LeadSetAside';

/** The audit history: every event of the product. */
export const auditProjection = projection({
  name: 'audit',
  version: 7,
  events: eventTypes,
  readsMostEvents: true,
  tables: [events, texts],
});
