import { hash } from 'node:crypto';
import { ERASED } from '@crm/events/leads/erased.ts';
import type { DecodedBlock } from '../block-cache.ts';
import { BLOCK, type ColumnKind, codesOf } from '../block-column.ts';
import { columnBlocks } from '../column-blocks.ts';
import { QUARTER_HOUR_MS } from '../durations.ts';
import type { LeadRow } from './row.ts';

/** The quarter hour that contains an instant (in ms), in quarter hours since 1970: days of every time zone are whole. */
export const quarterHourOf = (instant: number): number => Math.floor(instant / QUARTER_HOUR_MS);

/**
 * Equal phones have equal numbers of 48 bits, by which reports count duplicates. Shorter than the digits, but no
 * anonymisation: all phone numbers can be tried.
 */
const phoneNumber = (digits: string): number => hash('sha1', digits, 'buffer').readUIntBE(0, 6);

/** The columns of leads that reports filter, group and add up. */
const kinds = {
  status: 'coded',
  currency: 'coded',
  total: 'numbers',
  payment_mode: 'coded',
  offer_id: 'coded',
  operator_id: 'coded',
  country: 'coded',
  webmaster: 'coded',
  sub1: 'coded',
  sub2: 'coded',
  sub3: 'coded',
  sub4: 'coded',
  sub5: 'coded',
  call_state: 'coded',
  // New leads have the same, which costs nothing.
  status_ages: 'coded',
  // A quarter hour; null while the lead is open.
  decided_at: 'coded',
  phone_number: 'numbers',
} as const;
/** The columns that filters and groups use. */
export type LeadColumn = Exclude<keyof typeof kinds, 'total' | 'phone_number'>;

/** The values of a lead. `at` is the quarter hour of creation; totals are in minor units. */
export const leadValues = (row: LeadRow) => ({
  at: quarterHourOf(row.created_at.getTime()),
  status: row.status,
  currency: row.currency,
  total: row.total,
  payment_mode: row.payment_mode,
  offer_id: row.offer_id,
  operator_id: row.operator_id,
  country: row.country,
  webmaster: row.webmaster,
  sub1: row.sub1,
  sub2: row.sub2,
  sub3: row.sub3,
  sub4: row.sub4,
  sub5: row.sub5,
  call_state: row.call_state,
  status_ages: row.status_ages,
  decided_at: row.decided_at && quarterHourOf(row.decided_at.getTime()),
  // An erased lead is no duplicate, neither of other erased leads nor of later ones.
  phone_number: phoneNumber(row.phone === ERASED ? row.id : row.phone_digits),
});
export type LeadValues = ReturnType<typeof leadValues>;

/** Leads by column: the facts of all reports. */
export const leadColumnBlocks = columnBlocks({
  name: 'lead_columns',
  number: 'number',
  columns: kinds,
  ranges: ['decided_at'],
  of: leadValues,
});

const allKinds: Record<keyof LeadValues, ColumnKind> = { at: 'coded', ...kinds };
export const kindOf = (name: keyof LeadValues): ColumnKind => allKinds[name];

/** Leads in the order of their numbers as a block, with all columns. @param leads at most 256 */
export function leadBlockOf(leads: readonly LeadValues[], block: number): DecodedBlock {
  if (leads.length > BLOCK) throw new Error(`A block has at most ${BLOCK} leads`);
  // The keys of the record of kinds.
  const names = Object.keys(allKinds) as (keyof LeadValues)[];
  const columnsOf = <T>(kind: ColumnKind, decode: (name: keyof LeadValues) => T) =>
    new Map(names.filter((name) => allKinds[name] === kind).map((name) => [name as string, decode(name)]));
  return {
    block,
    size: leads.length,
    coded: columnsOf('coded', (name) => codesOf(leads.map((lead) => lead[name]))),
    numbers: columnsOf('numbers', (name) => Float64Array.from(leads, (lead) => Number(lead[name]))),
  };
}
