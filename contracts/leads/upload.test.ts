import { limitText } from '@crm/events/subscriptions/lead-limit.ts';
import { expect, test } from 'vitest';
import { uploadLeads } from './upload.ts';
import { suggestField, uploadFields } from './upload-columns.ts';
import { uploadGroupOf, uploadHints } from './upload-groups.ts';

test.each([
  ['Order A-1 already exists in database', 'Already in Database'],
  ['Duplicate Order ID in file (as row 7)', 'Duplicates in File'],
  ['Please enter a valid phone number', 'Data Validation'],
  ['Price must be a positive number', 'Data Validation'],
  ['Amount must be a positive number', 'Data Validation'],
  ['Phone is required', 'Data Validation'],
  ['Customer is required', 'Missing Required Data'],
  ['Column Customer is missing', 'Missing Required Data'],
  ['Date must be YYYY-MM-DD or MM/DD/YYYY', 'Format Issues'],
] as const)('"%s" belongs to %s', (message, group) => expect(uploadGroupOf(message)).toBe(group));

test('the hints of a row over the lead limit name the limit', () => {
  const limit = {
    maxLeads: 20,
    periodStart: '2026-11-01T00:00:00.000Z',
    periodEnd: '2026-12-01T00:00:00.000Z',
  };
  expect(uploadHints[uploadGroupOf(limitText(limit))].join()).toContain('lead limit');
});

test.each([
  ['phone', 'Phone'],
  ['E-mail address', 'E-Mail'],
  ['Customer Name', 'Customer'],
  ['order_id', 'ID'],
  ['town', 'City'],
  ['Phone no.', 'Phone'],
  ['Mobile No', 'Phone'],
  ['Email ID', 'E-Mail'],
  ['PIN code', 'ZIP'],
  ['Favourite colour', null],
] as const)('suggests for %s: %s', (column, field) => expect(suggestField(column)).toBe(field));

test.each(uploadFields)('suggests %s for a column of its name', (field) =>
  expect(suggestField(field.toLowerCase())).toBe(field),
);

const offerId = '7d0f5a10-0000-4000-8000-000000000000';
const read = (body: object) => uploadLeads.body.safeParse(body);

test('reads its fields from a form and from JSON', () => {
  const users = [{ userId: offerId, value: 3 }];
  const asText = {
    offer: JSON.stringify({ offerId, useOfferPrice: true }),
    users: JSON.stringify(users),
    mapping: '{"Kunde":"Customer"}',
  };
  const asJson = { offer: { offerId, useOfferPrice: true }, users, mapping: { Kunde: 'Customer' } };
  expect(read(asText)).toEqual(read(asJson));
  expect(read(asText).data).toEqual({ ...asJson, dateOrder: null });
});

test('an operator without a number shares evenly', () =>
  expect(read({ offer: { offerId }, users: [{ userId: offerId }] }).data?.users).toEqual([
    { userId: offerId, value: null },
  ]));

test.each([
  ['dateOrder', { offer: { offerId }, dateOrder: 'year-first' }, 'Must be one of month-first, day-first'],
  ['offer', {}, 'This field is required'],
  ['users', { offer: { offerId }, users: 'nobody' }, 'Must be a list of userId and value'],
  [
    'users',
    { offer: { offerId }, users: [0, 1].map(() => ({ userId: offerId, value: 1 })) },
    'Names an operator twice',
  ],
  ['mapping', { offer: { offerId }, mapping: { Kunde: 'Customers' } }, 'Must be a field of the guide'],
])('names the invalid field %s', (field, body, text) => {
  const [issue] = read(body).error?.issues ?? [];
  expect([issue?.path[0], issue?.message]).toEqual([field, text]);
});
