import { describe, expect, test } from 'vitest';
import { readApprovals, UnexpectedAnswer } from './answer.ts';

const approval = {
  _id: '3f0c2f6e-0b5e-5f0e-9a53-9d2f6f0e1c11',
  orderId: 'A-17',
  fullName: 'Priya Sharma',
  phone: '+91 98765 43210',
  alternatePhone: null,
  city: 'Pune',
  productName: 'Joint Care',
  total: 2999,
  currency: 'INR',
  lastCall: null,
  status: 'processing',
  assignedOperator: { fullName: 'Omar Haddad' },
  pendingStatusChange: {
    requestId: 'f2a1c9d0-6a57-4f0e-8a6e-0f6f0e1c2b3a',
    newStatus: 'approved',
    reason: 'Order confirmed',
    requestedAt: '2026-11-20T10:00:00.000Z',
    requestedBy: 'Omar Haddad',
    comment: 'Confirmed by phone',
  },
};

const pagination = { page: 1, limit: 100, total: 7, totalCount: 7, totalPages: 1 };
const answer = { data: [approval], stale: false, pagination };

describe('the answer of the approvals list', () => {
  test.each([
    ['as the data itself', [approval]],
    ['under approvals', { approvals: [approval] }],
    ['under leads', { leads: [approval] }],
  ])('reads rows %s', (_, data) => {
    expect(readApprovals({ ...answer, data })).toEqual({ ...answer, data: [approval] });
  });

  test('accepts an empty list', () => {
    expect(readApprovals({ ...answer, data: [] }).data).toEqual([]);
  });

  test.each([
    ['another shape', { items: [approval] }],
    ['a row without its request', [{ ...approval, pendingStatusChange: null }]],
    ['nothing', null],
  ])('shows %s as raw text', (_, data) => {
    expect(rawOf(data)).toBe(JSON.stringify(data, null, 2));
  });

  test('shows an absent list as undefined', () => {
    expect(rawOf(undefined)).toBe('undefined');
  });
});

function rawOf(data: unknown): string | null {
  try {
    readApprovals({ ...answer, data });
    return null;
  } catch (error) {
    return error instanceof UnexpectedAnswer ? error.raw : null;
  }
}

test('an answer without pagination is the only page', () => {
  expect(readApprovals({ ...answer, pagination: null }).pagination).toMatchObject({
    total: 1,
    totalPages: 1,
  });
});
