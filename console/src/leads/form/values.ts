import { addressFields, type Lead } from '@crm/contracts/leads/lead.ts';
import type { Currency } from '@crm/events/language/money.ts';
import type { PaymentMode } from '@crm/events/leads/vocabulary.ts';
import { changed } from '../../api/changed.ts';

type AddressField = (typeof addressFields)[number];

/** The form as people fill it in: text as it is typed, blank for what is not there. */
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

/** Spec 9: what the country shows when a lead without one is edited. */
const EDIT_COUNTRY = 'US';

export function valuesOf(lead: Lead): LeadValues {
  return {
    // Given once, when the lead is made.
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

/** Spec 5: an advance is paid on prepaid and partial orders alone. */
export function takesAdvance(mode: PaymentMode): boolean {
  return mode !== 'cod';
}

/** Price times quantity, in whole minor units on the way; null while either is not a number. */
export function totalOf({ price, quantity }: Pick<LeadValues, 'price' | 'quantity'>): number | null {
  const [each, count] = [price, quantity].map((typed) => (typed.trim() === '' ? Number.NaN : Number(typed)));
  if (each === undefined || count === undefined) return null;
  const total = (Math.round(each * 100) * count) / 100;
  return Number.isFinite(total) && total >= 0 ? total : null;
}

/** What a new lead says. */
export function createBody(values: LeadValues) {
  return { ...withoutIdleAdvance(values), offer: values.offer || undefined };
}

/** What an edit says: what is different from what was read, blank for what was taken away; null for nothing. */
export function editBody(lead: Lead, values: LeadValues): Partial<LeadValues> | null {
  const changes = changed(valuesOf(lead), withoutIdleAdvance(values));
  // The country that the form showed for a lead without one is part of an address that is being written.
  const addressed = addressFields.some((name) => changes[name]);
  if (lead.country === null && addressed) changes.country = values.country;
  return Object.keys(changes).length > 0 ? changes : null;
}

function withoutIdleAdvance(values: LeadValues): LeadValues {
  return takesAdvance(values.paymentMode) ? values : { ...values, advanceAmount: '' };
}

/** Whether the form would look the same: a comment or a new status changes a lead, but not what is edited here. */
export function sameValues(one: Lead, other: Lead): boolean {
  return JSON.stringify(valuesOf(one)) === JSON.stringify(valuesOf(other));
}
