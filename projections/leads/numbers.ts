import { createdAt, type LeadEvent } from '@crm/events/leads/events.ts';
import { CHUNK } from '../bits.ts';
import { type Recorded, table } from '../projection.ts';

/** How many numbers a tenant's leads were given so far. */
type NumbersRow = { tenant: string; given: number };

/**
 * When the lead that comes in with this event was created; null where none comes in. One that was deleted and is
 * restored comes in again.
 */
function comesIn(event: Recorded<LeadEvent>): Date | null {
  if (event.type === 'LeadCreated') return createdAt(event);
  const again = event.type === 'LeadRestored' ? event.data.deleted : null;
  return again && new Date(again.createdAt);
}

/** Gives each new lead the next number of its tenant. */
export const numbers = table<NumbersRow, LeadEvent>({
  name: 'lead_numbers',
  columns: { tenant: 'uuid not null', given: 'integer not null' },
  key: ['tenant'],
  keyOf: (event) => (comesIn(event) ? { tenant: event.meta.tenant } : null),
  fold: (row, event) => ({ tenant: event.meta.tenant, given: (row?.given ?? 0) + 1 }),
  numbers: ({ given }) => given - 1,
  storage: 'fillfactor = 50',
});

/** The number that a new lead was given. */
export function numberOf({ number, stream }: Recorded<LeadEvent>): number {
  if (number === undefined) throw new Error(`${stream} came in without a number`);
  return number;
}

/**
 * When the leads of a chunk came in: the first and the last. Leads come in in the order of their numbers, so a day is
 * mostly a row of whole chunks; where clocks were set back, or old leads were brought in, chunks overlap, and the list
 * notices that.
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
