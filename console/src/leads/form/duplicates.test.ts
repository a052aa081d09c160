import { expect, test } from 'vitest';
import { contactOf } from './duplicates.ts';

const before = { phone: '+91 98765 43210', email: 'priya@example.in' };

test('checks only new and valid values', () => {
  expect(contactOf({ phone: ' 050 123 4567 ', email: 'omar@example.ae' }, { phone: '', email: '' })).toEqual({
    phone: '050 123 4567',
    email: 'omar@example.ae',
  });
  expect(contactOf(before, before)).toEqual({});
  expect(contactOf({ phone: '12', email: 'omar@' }, before)).toEqual({});
  expect(contactOf({ ...before, email: 'other@example.in' }, before)).toEqual({ email: 'other@example.in' });
});

test('checks each email that the form accepts', () => {
  for (const email of ['omar@gmail', 'müller@example.de'])
    expect(contactOf({ phone: '', email }, { phone: '', email: '' })).toEqual({ email });
});
