import { createdAt, type LeadEvent } from '@crm/events/leads/events.ts';
import { CHUNK } from '../bits.ts';
import { type Recorded, table } from '../projection.ts';
import { editsText } from './search-lines.ts';

/**
 * The counts of numbers that a tenant's leads have received, and that edits of their search text have. `last` is the number
 * of the event that was folded last.
 */
type NumbersRow = { tenant: string; given: number; edits: number; last: number };

/** Whether the event adds a lead. A deleted lead that is restored is added again. */
const addsLead = (event: Recorded<LeadEvent>): boolean =>
  event.type === 'LeadCreated' || (event.type === 'LeadRestored' && Boolean(event.data.deleted));

/**
 * Assigns the next number of the tenant to each new lead: 0, 1, 2. Edits of search texts are numbered from 1, in the order in
 * which they are applied, so that a search finds the texts that were edited after an earlier one (find/search.ts).
 */
export const numbers = table<NumbersRow, LeadEvent>({
  name: 'lead_numbers',
  columns: {
    tenant: 'uuid not null',
    given: 'integer not null',
    edits: 'integer not null',
    last: 'integer not null',
  },
  key: ['tenant'],
  keyOf: (event) => (addsLead(event) || editsText(event) ? { tenant: event.meta.tenant } : null),
  fold: (row, event) => {
    const { given, edits } = row ?? { given: 0, edits: 0 };
    return {
      tenant: event.meta.tenant,
      ...(addsLead(event)
        ? { given: given + 1, edits, last: given }
        : { given, edits: edits + 1, last: edits + 1 }),
    };
  },
  numbers: ({ last }) => last,
  storage: 'fillfactor = 50',
});

/** The number of the lead that this event adds. */
export function leadNumberOf(event: Recorded<LeadEvent>): number {
  if (!addsLead(event)) throw new Error(`${event.type} adds no lead`);
  return numberOf(event);
}

/** The number of this event's edit of a search text. */
export function editNumberOf(event: Recorded<LeadEvent>): number {
  if (addsLead(event)) throw new Error(`The number of ${event.type} is the one of its lead`);
  return numberOf(event);
}

function numberOf({ number, stream }: Recorded<LeadEvent>): number {
  if (number === undefined) throw new Error(`An event of ${stream} has no number`);
  return number;
}

/**
 * The first and last creation time in a chunk of leads. Leads mostly arrive in order of their numbers, so a day is
 * mostly a series of whole chunks. After a clock change or an import of old leads, chunks overlap, which runs.ts
 * handles.
 */
export type ChunkRow = { tenant: string; chunk: number; first_at: Date; last_at: Date };

const chunkOf = (event: Recorded<LeadEvent>) => Math.floor(leadNumberOf(event) / CHUNK);

export const chunks = table<ChunkRow, LeadEvent>({
  name: 'lead_chunks',
  columns: {
    tenant: 'uuid not null',
    chunk: 'integer not null',
    first_at: 'timestamptz not null',
    last_at: 'timestamptz not null',
  },
  key: ['tenant', 'chunk'],
  keyOf: (event) => (addsLead(event) ? { tenant: event.meta.tenant, chunk: chunkOf(event) } : null),
  fold: (row, event) => {
    const at = creationOf(event);
    return {
      tenant: event.meta.tenant,
      chunk: chunkOf(event),
      first_at: row && row.first_at < at ? row.first_at : at,
      last_at: row && row.last_at > at ? row.last_at : at,
    };
  },
  storage: 'fillfactor = 50',
});

/** When the lead that an event adds was created: a restored lead keeps its time. */
function creationOf(event: Recorded<LeadEvent>): Date {
  if (event.type === 'LeadCreated') return createdAt(event);
  const again = event.type === 'LeadRestored' ? event.data.deleted : null;
  return again ? new Date(again.createdAt) : event.at;
}
