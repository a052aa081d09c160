import { describe, expect, test } from 'vitest';
import { readApprovals, UnexpectedAnswer } from './answer.ts';
import { totalIn } from './pendingCount.ts';

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
const read = (body: unknown) => readApprovals({ text: JSON.stringify(body), stale: false });

describe('the list of approvals', () => {
  test.each([
    ['at the top level', [approval]],
    ['under data', { success: true, data: [approval] }],
    ['under approvals', { approvals: [approval] }],
    ['under data.approvals', { success: true, data: { approvals: [approval] } }],
    ['under data.leads', { success: true, data: { leads: [approval] } }],
  ])('is read %s', (_, body) => {
    expect(read(body)).toMatchObject({ data: [approval], pagination: { total: 1, totalPages: 1 } });
  });

  test('has the pagination of the response', () => {
    expect(read({ success: true, data: [approval], pagination }).pagination).toEqual(pagination);
  });

  test('may be empty', () => {
    expect(read({ success: true, data: [] }).data).toEqual([]);
  });
});

describe('an unexpected response is shown as a whole:', () => {
  test.each([
    ['another shape', { success: true, data: { items: [approval] }, pagination }],
    ['a row without its request', { data: [{ ...approval, pendingStatusChange: null }] }],
    ['no list', { success: true }],
  ])('%s', (_, body) => expect(rawOf(JSON.stringify(body))).toBe(JSON.stringify(body, null, 2)));

  test.each([
    ['a text that is no JSON', '<html>Bad gateway</html>'],
    ['nothing', ''],
  ])('%s', (_, text) => expect(rawOf(text)).toBe(text));
});

test.each([
  [7, { success: true, data: [approval], pagination }],
  [0, { success: true, data: [approval] }],
  [0, [approval]],
  [0, null],
])('the number beside the link is %i', (total, body) => expect(totalIn(body)).toBe(total));

function rawOf(text: string): string | null {
  try {
    readApprovals({ text, stale: false });
    return null;
  } catch (error) {
    return error instanceof UnexpectedAnswer ? error.raw : null;
  }
}
