import { createdAt, type LeadEvent } from '@crm/events/leads/events.ts';
import { CHUNK } from '../bits.ts';
import { type Recorded, table } from '../projection.ts';
import { editsText } from './search-lines.ts';

/**
 * The counts of numbers that a tenant's leads have received, and that edits of their search text have. `last` is the number
 * of the event that was folded last.
 */
type NumbersRow = { tenant: string; given: number; edits: number; last: number };

/** The creation time of the lead that this event adds; null if it adds none. A restored lead is added again. */
function comesIn(event: Recorded<LeadEvent>): Date | null {
  if (event.type === 'LeadCreated') return createdAt(event);
  const again = event.type === 'LeadRestored' ? event.data.deleted : null;
  return again && new Date(again.createdAt);
}

/**
 * Assigns the next number of the tenant to each new lead: 0, 1, 2. Edits of search texts are numbered from 1, in the order in
 * which they are applied, so that a search finds the texts that were edited after an earlier one (searched.ts).
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
  keyOf: (event) => (comesIn(event) || editsText(event) ? { tenant: event.meta.tenant } : null),
  fold: (row, event) => {
    const { given, edits } = row ?? { given: 0, edits: 0 };
    return {
      tenant: event.meta.tenant,
      ...(comesIn(event)
        ? { given: given + 1, edits, last: given }
        : { given, edits: edits + 1, last: edits + 1 }),
    };
  },
  numbers: ({ last }) => last,
  storage: 'fillfactor = 50',
});

export function numberOf({ number, stream }: Recorded<LeadEvent>): number {
  if (number === undefined) throw new Error(`An event of ${stream} has no number`);
  return number;
}

/**
 * The first and last creation time in a chunk of leads. Leads mostly arrive in order of their numbers, so a day is
 * mostly a series of whole chunks. After a clock change or an import of old leads, chunks overlap, which runs.ts
 * handles.
 */
export type ChunkRow = { tenant: string; chunk: number; first_at: Date; last_at: Date };

export const chunks = table<ChunkRow, LeadEvent>({
  name: 'lead_chunks',
  columns: {
    tenant: 'uuid not null',
    chunk: 'integer not null',
    first_at: 'timestamptz not null',
    last_at: 'timestamptz not null',
  },
  key: ['tenant', 'chunk'],
  keyOf: (event) =>
    comesIn(event) ? { tenant: event.meta.tenant, chunk: Math.floor(numberOf(event) / CHUNK) } : null,
  fold: (row, event) => {
    const at = comesIn(event) ?? event.at;
    return {
      tenant: event.meta.tenant,
      chunk: Math.floor(numberOf(event) / CHUNK),
      first_at: row && row.first_at < at ? row.first_at : at,
      last_at: row && row.last_at > at ? row.last_at : at,
    };
  },
  storage: 'fillfactor = 50',
});
