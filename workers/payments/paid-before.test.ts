import { end, granted, paid, renewed } from '@crm/events/subscriptions/story.ts';
import { expect, test } from 'vitest';
import { paidBefore } from './paid-before.ts';

const second = '2026-03-28T10:00:00.000Z';
const third = '2026-04-28T10:00:00.000Z';
const events = [
  granted({ paymentId: 'pay_1' }),
  paid({ paymentId: 'pay_2', endDate: second }),
  paid({ paymentId: 'pay_3', endDateBefore: second, endDate: third }),
];

test('a refunded payment leaves what was paid before it', () => {
  expect(paidBefore(events, 'pay_3', new Set(['pay_3']))).toBe(second);
  expect(paidBefore(events, 'pay_1', new Set(['pay_1']))).toBeNull();
});

test('other refunded payments before it are left out', () => {
  expect(paidBefore(events, 'pay_3', new Set(['pay_2', 'pay_3']))).toBe(end);
  expect(paidBefore(events, 'pay_3', new Set(['pay_1', 'pay_2', 'pay_3']))).toBeNull();
  expect(paidBefore(events, 'pay_3', new Set(['pay_1', 'pay_3']))).toBe(second);
});

test('a period that a super admin gave stays', () => {
  const given = [
    granted({ paymentId: 'pay_1' }),
    renewed({ endDate: second }),
    paid({ paymentId: 'pay_3', endDateBefore: second, endDate: third }),
  ];
  expect(paidBefore(given, 'pay_3', new Set(['pay_1', 'pay_3']))).toBe(second);
});
