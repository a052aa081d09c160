import { addressFields, type Lead } from '@crm/contracts/leads/lead.ts';
import type { Currency } from '@crm/events/language/money.ts';
import type { PaymentMode } from '@crm/events/leads/vocabulary.ts';
import { changed } from '../../api/changed.ts';

type AddressField = (typeof addressFields)[number];

/** The form's values: text as typed, blank for a missing value. */
export type LeadValues = Record<AddressField, string> & {
  orderId: string;
  fullName: string;
  phone: string;
  alternatePhone: string;
  email: string;
  age: string;
  offer: string;
  productName: string;
  productToBeShipped: string;
  quantity: string;
  price: string;
  currency: Currency;
  paymentMode: PaymentMode;
  advanceAmount: string;
  webmaster: string;
  isUrgent: boolean;
  requiresCallback: boolean;
  remarks: string;
};

/** Spec 9: quantity 1, cash on delivery. */
export const blankValues: LeadValues = {
  orderId: '',
  fullName: '',
  phone: '',
  alternatePhone: '',
  email: '',
  age: '',
  address: '',
  address2: '',
  landmark: '',
  area: '',
  postOffice: '',
  district: '',
  nearBy: '',
  city: '',
  state: '',
  postIndex: '',
  country: '',
  offer: '',
  productName: '',
  productToBeShipped: '',
  quantity: '1',
  price: '',
  currency: 'USD',
  paymentMode: 'cod',
  advanceAmount: '',
  webmaster: '',
  isUrgent: false,
  requiresCallback: false,
  remarks: '',
};

/** Spec 9: the country shown in the edit form of a lead without one. */
const EDIT_COUNTRY = 'US';

export function valuesOf(lead: Lead): LeadValues {
  return {
    // Only set when a lead is created.
    orderId: '',
    fullName: lead.fullName,
    phone: lead.phone,
    alternatePhone: lead.alternatePhone ?? '',
    email: lead.email ?? '',
    age: text(lead.age),
    address: lead.address ?? '',
    address2: lead.address2 ?? '',
    landmark: lead.landmark ?? '',
    area: lead.area ?? '',
    postOffice: lead.postOffice ?? '',
    district: lead.district ?? '',
    nearBy: lead.nearBy ?? '',
    city: lead.city ?? '',
    state: lead.state ?? '',
    postIndex: lead.postIndex ?? '',
    country: lead.country ?? EDIT_COUNTRY,
    offer: lead.offer?._id ?? '',
    productName: lead.productName,
    productToBeShipped: lead.productToBeShipped ?? '',
    quantity: text(lead.quantity),
    price: text(lead.price),
    currency: lead.currency,
    paymentMode: lead.paymentMode,
    advanceAmount: text(lead.advanceAmount),
    webmaster: lead.webmaster ?? '',
    isUrgent: lead.isUrgent,
    requiresCallback: lead.requiresCallback,
    remarks: lead.remarks ?? '',
  };
}

function text(n: number | null): string {
  return n === null ? '' : String(n);
}

/** Spec 5: only prepaid and partial orders have an advance. */
export function takesAdvance(mode: PaymentMode): boolean {
  return mode !== 'cod';
}

/** Price times quantity, computed in whole minor units; null while either is not a number. */
export function totalOf({ price, quantity }: Pick<LeadValues, 'price' | 'quantity'>): number | null {
  const [each, count] = [price, quantity].map((typed) => (typed.trim() === '' ? Number.NaN : Number(typed)));
  if (each === undefined || count === undefined) return null;
  const total = (Math.round(each * 100) * count) / 100;
  return Number.isFinite(total) && total >= 0 ? total : null;
}

/** The body of a new lead. */
export function createBody(values: LeadValues) {
  return { ...withoutIdleAdvance(values), offer: values.offer || undefined };
}

/** The body of an edit: the changed fields, blank for removed values; null without changes. */
export function editBody(lead: Lead, values: LeadValues): Partial<LeadValues> | null {
  const changes = changed(valuesOf(lead), withoutIdleAdvance(values));
  // A lead without a country gets the displayed one together with a new address.
  const addressed = addressFields.some((name) => changes[name]);
  if (lead.country === null && addressed) changes.country = values.country;
  return Object.keys(changes).length > 0 ? changes : null;
}

function withoutIdleAdvance(values: LeadValues): LeadValues {
  return takesAdvance(values.paymentMode) ? values : { ...values, advanceAmount: '' };
}

/** Whether both leads have the same form values. Comments and status changes do not affect them. */
export function sameValues(one: Lead, other: Lead): boolean {
  return JSON.stringify(valuesOf(one)) === JSON.stringify(valuesOf(other));
}
