import { describe, expect, test } from 'vitest';
import { cancelled, end, extended, granted, growth, paid, renewed, start, statusSet } from './story.ts';
import { withoutRefunded } from './without-refunded.ts';

const second = '2026-03-28T10:00:00.000Z';
const third = '2026-04-28T10:00:00.000Z';
const smaller = { ...growth, edition: 2, terms: { ...growth.terms, name: 'Starter', maxLeads: 9 } };
const events = [
  granted({ paymentId: 'pay_1' }),
  paid({ paymentId: 'pay_2', endDate: second }),
  paid({ paymentId: 'pay_3', endDateBefore: second, endDate: third, plan: smaller }),
];
const left = (given: typeof events, ...refunded: string[]) => withoutRefunded(given, new Set(refunded));

test('a refunded payment leaves the end and the plan that were paid before it', () => {
  expect(left(events)).toEqual({ endDate: third, plan: smaller, isBlocked: false });
  expect(left(events, 'pay_3')).toEqual({ endDate: second, plan: growth, isBlocked: false });
  expect(left(events.slice(0, 1), 'pay_1')).toEqual({ endDate: start, plan: growth, isBlocked: false });
  expect(left([], 'pay_1')).toBeNull();
});

test('other refunded payments before it are left out', () => {
  expect(left(events, 'pay_2', 'pay_3')?.endDate).toBe(end);
  expect(left(events, 'pay_1', 'pay_2', 'pay_3')?.endDate).toBe(start);
  expect(left(events, 'pay_1', 'pay_3')?.endDate).toBe(second);
});

test('what a super admin gave stays: a renewal, an extension and an end that was set', () => {
  const given = [
    granted({ paymentId: 'pay_1' }),
    renewed({ endDate: second }),
    paid({ paymentId: 'pay_3', endDateBefore: second, endDate: third }),
  ];
  expect(left(given, 'pay_1', 'pay_3')?.endDate).toBe(second);
  const year = extended({
    count: 1,
    type: 'years',
    endDateBefore: third,
    endDate: '2027-04-28T10:00:00.000Z',
  });
  expect(left([...events, year], 'pay_3')?.endDate).toBe('2027-03-28T10:00:00.000Z');
  const chosen = '2026-06-01T00:00:00.000Z';
  const set = statusSet({ to: 'active', endDateBefore: third, endDate: chosen });
  expect(left([...events, set], 'pay_3')?.endDate).toBe(chosen);
  expect(left([...events, statusSet({ endDateBefore: third, endDate: third })], 'pay_3')?.endDate).toBe(
    second,
  );
});

describe('of a refunded payment that began a new period, its start is left', () => {
  const [april, may, june] = [
    '2026-04-15T00:00:00.000Z',
    '2026-05-15T00:00:00.000Z',
    '2026-06-15T00:00:00.000Z',
  ];
  const second = paid({ paymentId: 'pay_2', startDate: april, endDate: may });

  test('an extension of it counts from there, not from the end of the period before', () => {
    const given = [granted({ paymentId: 'pay_1' }), second, extended({ endDateBefore: may, endDate: june })];
    expect(left(given, 'pay_2')?.endDate).toBe(may);
    expect(left([granted(), second], 'pay_2')?.endDate).toBe(april);
  });

  test('the earlier end of a subscription that was ended before it does not return with the extension', () => {
    const year = '2027-01-31T10:00:00.000Z';
    const given = [
      granted({ endDate: year }),
      statusSet({ to: 'expired', endDate: year, endDateBefore: year }),
      second,
      extended({ endDateBefore: may, endDate: june }),
    ];
    expect(left(given, 'pay_2')).toEqual({ endDate: may, plan: growth, isBlocked: false });
  });

  test('a payment that continued it is taken back with it', () => {
    const continued = paid({ paymentId: 'pay_3', startDate: april, endDateBefore: may, endDate: june });
    expect(left([granted(), second, continued], 'pay_3')?.endDate).toBe(may);
    expect(left([granted(), second, continued], 'pay_2', 'pay_3')?.endDate).toBe(april);
    expect(left([granted(), second, continued], 'pay_2')?.endDate).toBe(june);
  });
});

test('an extension after an end at once counts from that end', () => {
  const [now, later] = ['2026-02-10T00:00:00.000Z', '2026-03-10T00:00:00.000Z'];
  const given = [
    granted({ paymentId: 'pay_1' }),
    cancelled({ immediate: true, endDate: now }),
    extended({ endDateBefore: now, endDate: later, status: 'cancelled' }),
  ];
  expect(left(given, 'pay_1')?.endDate).toBe(later);
});

test('a cancellation at once, also one of an earlier refund, is no reason for a later end', () => {
  const now = '2026-02-10T00:00:00.000Z';
  const atOnce = cancelled({ immediate: true, endDateBefore: third, endDate: now });
  expect(left([...events, atOnce], 'pay_3')?.endDate).toBe(now);
  const refunded = cancelled({ endDateBefore: third, endDate: second });
  expect(left([...events, refunded], 'pay_2', 'pay_3')?.endDate).toBe(end);
});

test('a subscription that a super admin had ended stays ended, until a setting or a payment that was not refunded', () => {
  const ended = [granted(), statusSet({ to: 'expired' }), paid({ paymentId: 'pay_2', endDate: second })];
  expect(left(ended, 'pay_2')?.isBlocked).toBe(true);
  expect(left(ended)?.isBlocked).toBe(false);
  expect(left([...ended, statusSet({ from: 'expired', to: 'active' })], 'pay_2')?.isBlocked).toBe(false);
});
