import type { FieldKind } from '@crm/events/leads/fields/kinds.ts';
import { type FieldColumns, type FieldGroup, fieldList } from '@crm/events/leads/fields/list.ts';
import type { StatusAges } from '@crm/events/leads/status-ages.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { type StatusRequestColumns, statusRequestTypes } from './status-request.ts';

/** The outcome of the last call: the newest structured comment. The values are those of the list's filter. */
export type CallState = 'no-comments' | 'connected' | 'not-connected' | 'no-call';

/** A lead that was not deleted. Its fields are columns (events/leads/fields.ts); amounts are minor units of `currency`. */
export type LeadRow = FieldColumns &
  StatusRequestColumns & {
    /** Whether any part of the address is filled. */
    has_address: boolean;
    id: string;
    tenant: string;
    /**
     * Index of the lead among all leads that the tenant ever had, in order of arrival, from 0: its bit in all bitmaps.
     */
    number: number;
    order_id: string;
    status: LeadStatus;
    status_reason: string | null;
    operator_id: string | null;
    /** From the assignment event; shown if the operator was deleted. */
    operator_name: string | null;
    /** The status at the ages of cohorts (events/leads/status-ages.ts). */
    status_ages: StatusAges;
    /** When the status that decided the lead was set; null while it is open. */
    decided_at: Date | null;
    comment_count: number;
    call_state: CallState;
    call_reason: string | null;
    /** A custom call reason in lower case; predefined ones are in the bitmap index. */
    own_reason: string | null;
    /** When its personal data was erased; null for all other leads. */
    erased_at: Date | null;
    created_at: Date;
    updated_at: Date;
    revision: number;
  };

const sqlTypes: { [Kind in FieldKind]: string } = {
  text: 'text',
  requiredText: 'text not null',
  phone: 'text not null',
  optionalPhone: 'text',
  email: 'text',
  country: 'text',
  age: 'integer',
  quantity: 'integer not null',
  price: 'bigint not null',
  optionalAmount: 'bigint',
  flag: 'boolean not null',
  currency: 'text not null',
  paymentMode: 'text not null',
  offer: 'uuid',
  total: 'bigint not null',
  orderSource: 'text not null',
  additional: 'jsonb not null',
};

function columnTypes(group: FieldGroup) {
  const columns = fieldList
    .filter((field) => field.group === group)
    .flatMap(({ column, kind, matched }) => {
      const required = sqlTypes[kind].endsWith('not null') ? ' not null' : '';
      const matches = matched && [[matched.column, `text collate "C"${required}`] as const];
      return [[column, sqlTypes[kind]] as const, ...(matches ?? [])];
    });
  // The columns of one group; together they are all.
  return Object.fromEntries(columns) as Record<keyof FieldColumns, string>;
}

/** SQL types of the columns above. Text that is sorted or matched exactly is compared byte by byte. */
export const leadColumns: { [Column in keyof LeadRow]: string } = {
  id: 'uuid not null',
  tenant: 'uuid not null',
  number: 'integer not null',
  order_id: 'text collate "C" not null',
  status: 'text collate "C" not null',
  status_reason: 'text',
  ...columnTypes('customer'),
  ...columnTypes('address'),
  has_address: 'boolean not null',
  ...columnTypes('product'),
  ...columnTypes('source'),
  ...columnTypes('handling'),
  operator_id: 'uuid',
  operator_name: 'text',
  ...statusRequestTypes,
  status_ages: 'text not null',
  decided_at: 'timestamptz',
  comment_count: 'integer not null',
  call_state: 'text collate "C" not null',
  call_reason: 'text',
  own_reason: 'text collate "C"',
  erased_at: 'timestamptz',
  created_at: 'timestamptz not null',
  updated_at: 'timestamptz not null',
  revision: 'integer not null',
};

/**
 * All columns without values. A new row is a copy of it whose columns are then set, so that V8 gives all rows one shape. With
 * the columns of the catalogue added one by one to an object, which V8 then makes a hash table, a row takes 17 µs instead of
 * 3; with a copy that lacks columns, which are added to it, 90 µs and more.
 */
export const blankRow = Object.fromEntries(
  Object.keys(leadColumns).map((column) => [column, null]),
) as unknown as LeadRow; // every copy gets its values before it is used
