import { z } from 'zod';
import { OfferId } from '../ids.ts';
import { changedFields, withChanges } from '../language/changes.ts';
import { Currency } from '../language/money.ts';
import { OrderSource, PaymentMode } from './vocabulary.ts';

const text = z.string();
const maybe = z.string().nullable();
const minor = z.int();

/**
 * The details of an order. Personal data is only in `customer` and `address`, so that these two can be encrypted with a
 * key per lead and shredded without effect on reports.
 */
const Customer = z.object({
  fullName: text,
  /** As sent; the normalised form is derived (normalisePhone). */
  phone: text,
  alternatePhone: maybe,
  email: maybe,
  age: z.int().nullable(),
});
const Address = z.object({
  address: maybe,
  address2: maybe,
  landmark: maybe,
  area: maybe,
  postOffice: maybe,
  district: maybe,
  nearBy: maybe,
  city: maybe,
  state: maybe,
  postIndex: maybe,
  country: maybe,
});
const Product = z.object({
  offerId: OfferId.nullable(),
  name: text,
  toBeShipped: maybe,
  quantity: z.int(),
  /** Minor units of `currency`, like total and advance. */
  price: minor,
  total: minor,
  advance: minor.nullable(),
  currency: Currency,
  paymentMode: PaymentMode,
});
const Source = z.object({
  orderSource: OrderSource,
  webmaster: maybe,
  sub1: maybe,
  sub2: maybe,
  sub3: maybe,
  sub4: maybe,
  sub5: maybe,
  referer: maybe,
  /** Unknown fields that a partner sent; kept, because a lead is never lost for an extra field. */
  extra: z.record(z.string(), z.string()),
});
const Handling = z.object({ remarks: maybe, isUrgent: z.boolean(), requiresCallback: z.boolean() });

export const LeadDetails = z.object({
  customer: Customer,
  address: Address,
  product: Product,
  source: Source,
  handling: Handling,
});
export type LeadDetails = z.infer<typeof LeadDetails>;

/** Default values of all fields. */
export const blankDetails: LeadDetails = {
  customer: { fullName: '', phone: '', alternatePhone: null, email: null, age: null },
  address: {
    address: null,
    address2: null,
    landmark: null,
    area: null,
    postOffice: null,
    district: null,
    nearBy: null,
    city: null,
    state: null,
    postIndex: null,
    country: null,
  },
  product: {
    offerId: null,
    name: '',
    toBeShipped: null,
    quantity: 1,
    price: 0,
    total: 0,
    advance: null,
    currency: 'USD',
    paymentMode: 'cod',
  },
  source: {
    orderSource: 'manual',
    webmaster: null,
    sub1: null,
    sub2: null,
    sub3: null,
    sub4: null,
    sub5: null,
    referer: null,
    extra: {},
  },
  handling: { remarks: null, isUrgent: false, requiresCallback: false },
};

/** The changes of an edit: any fields of any groups. */
export const LeadChanges = z.object({
  customer: Customer.partial().optional(),
  address: Address.partial().optional(),
  product: Product.partial().optional(),
  source: Source.partial().optional(),
  handling: Handling.partial().optional(),
});
export type LeadChanges = z.infer<typeof LeadChanges>;

export function applyChanges(details: LeadDetails, changes: LeadChanges): LeadDetails {
  return {
    customer: withChanges(details.customer, changes.customer),
    address: withChanges(details.address, changes.address),
    product: withChanges(details.product, changes.product),
    source: withChanges(details.source, changes.source),
    handling: withChanges(details.handling, changes.handling),
  };
}

/** Spec 5: if price or quantity change, the total follows, unless the edit contains it. */
export function withTotal(details: LeadDetails, changes: LeadChanges): LeadChanges {
  const before = details.product;
  const after = withChanges(before, changes.product);
  const follows = after.price !== before.price || after.quantity !== before.quantity;
  if (!follows || changes.product?.total !== undefined) return changes;
  return { ...changes, product: { ...changes.product, total: after.price * after.quantity } };
}

/** The changes of an edit that differ from the current details; null if there are none. */
export function differences(details: LeadDetails, changes: LeadChanges): LeadChanges | null {
  const customer = changedFields(details.customer, changes.customer ?? {});
  const address = changedFields(details.address, changes.address ?? {});
  const product = changedFields(details.product, changes.product ?? {});
  const source = changedFields(details.source, changes.source ?? {});
  const handling = changedFields(details.handling, changes.handling ?? {});
  const different: LeadChanges = {
    ...(customer && { customer }),
    ...(address && { address }),
    ...(product && { product }),
    ...(source && { source }),
    ...(handling && { handling }),
  };
  return Object.keys(different).length > 0 ? different : null;
}

/** Whether any part of an address is present. */
export function hasAddress(address: LeadDetails['address']): boolean {
  return Object.values(address).some((part) => part !== null && part.trim() !== '');
}

/** Normalises a phone number for search and duplicates: only digits, without leading zeros of a trunk or 00 prefix. */
export function normalisePhone(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^0+/, '');
}
