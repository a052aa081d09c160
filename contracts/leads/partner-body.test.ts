import { expect, test } from 'vitest';
import { partnerBody } from './partner-body.ts';

test.each([
  [{ phone: 919876543210 }, { phone: '919876543210' }],
  [
    { postIndex: 560001, orderId: 42, sub1: 7.5, address: 12 },
    { postIndex: '560001', orderId: '42', sub1: '7.5', address: '12' },
  ],
  [
    { paymentMode: ' COD ', currency: 'inr' },
    { paymentMode: 'cod', currency: 'INR' },
  ],
  [{ quantity: 2, price: 9.99, age: 40, isUrgent: true }, {}],
  // JSON has rounded it: it was sent as 12345678901234567890.
  [{ sub1: 12_345_678_901_234_567_000 }, {}],
  [{ sub1: 1e-9, sub2: Number.NaN, sub3: ['7'], sub4: null, sub5: -1, mine: 5 }, {}],
])('%j is read with %j', (sent, read) => {
  const before = structuredClone(sent);
  expect(partnerBody(sent)).toEqual({ ...sent, ...read });
  expect(sent).toEqual(before);
});

test.each([null, undefined, 'text', 7, [{ phone: 7 }]].map((body) => [body]))('%j stays as it is', (body) =>
  expect(partnerBody(body)).toBe(body),
);
