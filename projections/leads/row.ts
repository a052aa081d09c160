import type { LeadDetails } from '@crm/events/leads/details.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';

/** The last call, according to the newest comment; the values are those of the list's filter. */
export type CallState = 'no-comments' | 'connected' | 'not-connected' | 'no-call';

type Customer = LeadDetails['customer'];
type Address = LeadDetails['address'];
type Product = LeadDetails['product'];
type Source = LeadDetails['source'];

/** The details of an order as columns. Amounts are minor units of `currency`. */
type DetailColumns = {
  full_name: string;
  phone: string;
  /** Only the digits, to find duplicates. */
  phone_digits: string;
  alternate_phone: string | null;
  alternate_digits: string | null;
  email: string | null;
  email_lower: string | null;
  age: Customer['age'];
  address: string | null;
  address2: string | null;
  landmark: string | null;
  area: string | null;
  post_office: string | null;
  district: string | null;
  near_by: string | null;
  city: string | null;
  state: string | null;
  post_index: string | null;
  country: Address['country'];
  has_address: boolean;
  offer_id: Product['offerId'];
  product_name: string;
  product_to_be_shipped: string | null;
  quantity: number;
  price: number;
  total: number;
  advance: number | null;
  currency: Product['currency'];
  payment_mode: Product['paymentMode'];
  order_source: Source['orderSource'];
  webmaster: string | null;
  sub1: string | null;
  sub2: string | null;
  sub3: string | null;
  sub4: string | null;
  sub5: string | null;
  referer: string | null;
  extra: Record<string, string>;
  remarks: string | null;
  is_urgent: boolean;
  requires_callback: boolean;
};

/** A lead that is not deleted. */
export type LeadRow = DetailColumns & {
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
  /** The five pending columns are all set or all null. */
  pending_request_id: string | null;
  pending_to: LeadStatus | null;
  pending_reason: string | null;
  pending_requested_at: Date | null;
  pending_by: string | null;
  comment_count: number;
  call_state: CallState;
  call_reason: string | null;
  /** A custom call reason in lower case; predefined ones are in the bitmap index. */
  own_reason: string | null;
  created_at: Date;
  updated_at: Date;
  revision: number;
};

/** SQL types of the columns above. Text for sorts or exact matches is compared byte by byte. */
export const leadColumns: { [Column in keyof LeadRow]: string } = {
  id: 'uuid not null',
  tenant: 'uuid not null',
  number: 'integer not null',
  order_id: 'text collate "C" not null',
  status: 'text collate "C" not null',
  status_reason: 'text',
  full_name: 'text not null',
  phone: 'text not null',
  phone_digits: 'text collate "C" not null',
  alternate_phone: 'text',
  alternate_digits: 'text collate "C"',
  email: 'text',
  email_lower: 'text collate "C"',
  age: 'integer',
  address: 'text',
  address2: 'text',
  landmark: 'text',
  area: 'text',
  post_office: 'text',
  district: 'text',
  near_by: 'text',
  city: 'text',
  state: 'text',
  post_index: 'text',
  country: 'text',
  has_address: 'boolean not null',
  offer_id: 'uuid',
  product_name: 'text not null',
  product_to_be_shipped: 'text',
  quantity: 'integer not null',
  price: 'bigint not null',
  total: 'bigint not null',
  advance: 'bigint',
  currency: 'text not null',
  payment_mode: 'text not null',
  order_source: 'text not null',
  webmaster: 'text',
  sub1: 'text',
  sub2: 'text',
  sub3: 'text',
  sub4: 'text',
  sub5: 'text',
  referer: 'text',
  extra: 'jsonb not null',
  remarks: 'text',
  is_urgent: 'boolean not null',
  requires_callback: 'boolean not null',
  operator_id: 'uuid',
  operator_name: 'text',
  pending_request_id: 'uuid',
  pending_to: 'text',
  pending_reason: 'text',
  pending_requested_at: 'timestamptz',
  pending_by: 'text',
  comment_count: 'integer not null',
  call_state: 'text collate "C" not null',
  call_reason: 'text',
  own_reason: 'text collate "C"',
  created_at: 'timestamptz not null',
  updated_at: 'timestamptz not null',
  revision: 'integer not null',
};
