import { expect, test } from 'vitest';
import { apiFields } from './callFields.ts';

const fields = apiFields();

test('names the fields that a lead must have, first', () => {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  expect(required).toEqual(['phone', 'fullName', 'offer', 'quantity']);
  expect(fields.slice(0, required.length).map(({ name }) => name)).toEqual(required);
});

test.each([
  ['quantity', 'whole number'],
  ['price', 'number'],
  ['isUrgent', 'true or false'],
  ['paymentMode', 'one of cod, prepaid, partial'],
  ['orderId', 'text, at most 100 characters'],
  ['email', 'text, at most 254 characters'],
])('describes the value of %s as %s', (name, type) =>
  expect(fields).toContainEqual(expect.objectContaining({ name, type })),
);
