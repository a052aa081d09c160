import type { Lead } from '@crm/contracts/leads/lead.ts';
import { createLead, updateLead } from '@crm/contracts/leads/write.ts';
import { paymentModes } from '@crm/events/leads/vocabulary.ts';
import { describe, expect, test } from 'vitest';
import { checkOf } from './check.ts';
import {
  blankValues,
  createBody,
  editBody,
  type LeadValues,
  takesAdvance,
  totalOf,
  valuesOf,
} from './values.ts';

const lead: Lead = {
  _id: '3f0c2f6e-0b5e-5f0e-9a53-9d2f6f0e1c11',
  orderId: 'A-17',
  status: 'processing',
  statusReason: null,
  fullName: 'प्रिया शर्मा',
  phone: '+91 98765 43210',
  alternatePhone: null,
  email: 'priya@example.in',
  age: 34,
  address: '14 MG Road',
  address2: null,
  landmark: null,
  area: null,
  postOffice: null,
  district: null,
  nearBy: null,
  city: 'Pune',
  state: 'Maharashtra',
  postIndex: '411001',
  country: 'IN',
  location: 'Pune, IN',
  hasAddress: true,
  customerInfo: { name: 'प्रिया शर्मा', address: '14 MG Road' },
  offer: { _id: 'f2a1c9d0-6a57-4f0e-8a6e-0f6f0e1c2b3a', name: 'Joint Care' },
  productName: 'Joint Care',
  productToBeShipped: null,
  quantity: 2,
  price: 1499.5,
  total: 2999,
  advanceAmount: 500,
  currency: 'INR',
  paymentMode: 'partial',
  orderSource: 'api',
  webmaster: null,
  sub1: null,
  sub2: null,
  sub3: null,
  sub4: null,
  sub5: null,
  extra: {},
  remarks: null,
  isUrgent: false,
  requiresCallback: false,
  assignedOperator: null,
  pendingStatusChange: null,
  rejectedStatusChange: null,
  lastCall: null,
  erasedAt: null,
  comments: [],
  commentCount: 0,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  revision: 3,
};
const noAddress: Lead = { ...lead, address: null, city: null, state: null, postIndex: null, country: null };

/** The errors of the form. @param of the edited lead; null for a new one */
async function problemsOf(values: LeadValues, of: Lead | null) {
  const { errors } = await checkOf(of)(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  return Object.entries(errors).map(([field, error]) => [field, error?.message]);
}

describe('the body to send', () => {
  test('of a new lead conforms to the contract', () => {
    const values = { ...blankValues, fullName: 'Omar', phone: '0501234567', productName: 'X', price: '10.5' };
    const parsed = createLead.body.parse(createBody(values));
    expect(parsed).toMatchObject({
      fullName: 'Omar',
      quantity: 1,
      price: 10.5,
      paymentMode: 'cod',
      email: null,
    });
    expect(JSON.parse(JSON.stringify(createBody(values)))).not.toHaveProperty('offer');
  });

  test('of an edit contains only changed fields, blank for removed values', () => {
    const values = { ...valuesOf(lead), city: 'Mumbai', email: '' };
    expect(editBody(lead, values)).toEqual({ city: 'Mumbai', email: '' });
    expect(updateLead.body.parse(editBody(lead, values))).toMatchObject({ city: 'Mumbai', email: null });
  });

  test('is empty without changes', () => {
    expect(editBody(lead, valuesOf(lead))).toEqual({});
    expect(editBody(noAddress, valuesOf(noAddress))).toEqual({});
  });

  test('contains the displayed country with a new address, but never alone', () => {
    expect(valuesOf(noAddress).country).toBe('US');
    expect(editBody(noAddress, { ...valuesOf(noAddress), remarks: 'Call at 5' })).toEqual({
      remarks: 'Call at 5',
    });
    expect(editBody(noAddress, { ...valuesOf(noAddress), city: 'Austin' })).toEqual({
      city: 'Austin',
      country: 'US',
    });
  });

  test('clears the advance for cash on delivery', () => {
    expect(editBody(lead, { ...valuesOf(lead), paymentMode: 'cod' })).toEqual({
      paymentMode: 'cod',
      advanceAmount: '',
    });
    expect(paymentModes.filter(takesAdvance)).toEqual(['prepaid', 'partial']);
  });

  test('keeps the advance that a lead with cash on delivery came with', () => {
    const both: Lead = { ...lead, paymentMode: 'cod' };
    expect(editBody(both, { ...valuesOf(both), city: 'Mumbai' })).toEqual({ city: 'Mumbai' });
    expect(editBody(both, { ...valuesOf(both), advanceAmount: 'some' })).toEqual({});
    expect(editBody(both, { ...valuesOf(both), paymentMode: 'partial', advanceAmount: '' })).toEqual({
      paymentMode: 'partial',
      advanceAmount: '',
    });
  });
});

describe('validation', () => {
  test('of a blank form names the required fields with the specified texts', async () => {
    const required = 'This field is required';
    expect(await problemsOf(blankValues, null)).toEqual([
      ['fullName', required],
      ['phone', required],
      ['productName', required],
      ['price', required],
    ]);
    expect(await problemsOf({ ...valuesOf(lead), fullName: '', price: '' }, lead)).toEqual([
      ['fullName', required],
      ['price', required],
    ]);
  });

  test('accepts a lead as it was read, also if it has no address or was free', async () => {
    const free = { ...lead, price: 0, total: 0 };
    for (const each of [lead, noAddress, free]) {
      expect(await problemsOf(valuesOf(each), each)).toEqual([]);
      expect(await problemsOf({ ...valuesOf(each), city: 'Mumbai' }, each)).toEqual([]);
    }
    expect(await problemsOf({ ...valuesOf(free), price: '0' }, free)).toEqual([
      ['price', 'Must be a positive number'],
    ]);
  });

  test.each([
    [{ phone: '12345' }, 'phone', 'Please enter a valid phone number'],
    [{ email: 'priya@' }, 'email', 'Please enter a valid email address'],
    [{ fullName: 'P' }, 'fullName', 'Must be at least 2 characters'],
    [{ address: 'MG' }, 'address', 'Must be at least 5 characters'],
    [{ quantity: '0' }, 'quantity', 'Must be a positive number'],
    [{ price: '-1' }, 'price', 'Must be a positive number'],
  ])('rejects %j', async (change, field, message) => {
    for (const of of [lead, null])
      expect(await problemsOf({ ...valuesOf(lead), ...change }, of)).toEqual([[field, message]]);
  });

  test('ignores an unused advance', async () => {
    for (const of of [lead, null]) {
      const values = { ...valuesOf(lead), advanceAmount: 'some' };
      expect(await problemsOf({ ...values, paymentMode: 'cod' }, of)).toEqual([]);
      expect(await problemsOf(values, of)).toHaveLength(1);
    }
  });
});

test('an input shows an amount with both decimals', () => {
  expect(valuesOf({ ...lead, price: 49.9, advanceAmount: 5 })).toMatchObject({
    price: '49.90',
    advanceAmount: '5.00',
  });
});

describe('the total', () => {
  test.each([
    ['49.99', '3', 149_97],
    ['0.1', '3', 30],
    ['1499.5', '2', 2999_00],
    [' 5. ', '1', 5_00],
  ])('%s times %s is %d minor units', (price, quantity, minor) => {
    expect(totalOf({ price, quantity, currency: 'INR' })).toEqual({ minor, currency: 'INR' });
  });

  test.each([
    ['', '3'],
    ['ten', '1'],
    ['-5', '1'],
    ['5', ' '],
    ['1.999', '1'],
  ])('is unknown for %j times %j', (price, quantity) => {
    expect(totalOf({ price, quantity, currency: 'USD' })).toBeNull();
  });
});

test('a comment or a new status is no conflict for an edit; another name is', () => {
  expect(valuesOf({ ...lead, status: 'hold', commentCount: 4, revision: 9 })).toEqual(valuesOf(lead));
  expect(valuesOf({ ...lead, fullName: 'Priya Verma' })).not.toEqual(valuesOf(lead));
});
