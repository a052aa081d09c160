import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { expect, test } from 'vitest';
import { bulkOutcome, effectOf, namesOf } from './bulk.ts';

const chosen = [
  { _id: 'one', orderId: 'A-1' },
  { _id: 'two', orderId: 'A-2' },
];

test('reports that all requests were decided', () => {
  const summary = { successful: 2, skipped: 0, failed: 0, problems: [] };
  expect(bulkOutcome('approve', chosen, summary).text).toBe('2 status changes approved');
  expect(bulkOutcome('reject', chosen, summary).text).toBe('2 status changes rejected');
});

const request = (status: LeadStatus, newStatus: LeadStatus) => ({
  status,
  pendingStatusChange: { newStatus },
});

test('says what a bulk decision does', () => {
  const few = [
    request('processing', 'cancelled'),
    request('hold', 'approved'),
    request('processing', 'approved'),
  ];
  expect(effectOf('approve', few)).toBe('2 become approved, 1 cancelled');
  expect(effectOf('reject', few)).toBe('3 keep their status: 2 processing, 1 hold');
  expect(effectOf('approve', few.slice(1, 2))).toBe('1 becomes approved');
  expect(effectOf('reject', few.slice(1, 2))).toBe('1 keeps its status: hold');
});

test('lists failed requests by order id with the reason', () => {
  const summary = {
    successful: 1,
    skipped: 0,
    failed: 1,
    problems: [
      { leadId: 'two', outcome: 'failed' as const, message: 'This lead has no pending status change' },
    ],
  };
  expect(bulkOutcome('approve', chosen, summary)).toEqual({
    text: '1 status change approved, 1 failed',
    problems: [{ orderId: 'A-2', message: 'This lead has no pending status change' }],
  });
});

test('names few orders, and the first 8 of many', () => {
  expect(namesOf(chosen)).toBe('A-1, A-2');
  expect(namesOf(Array.from({ length: 10 }, (_, n) => ({ orderId: `A-${n}` })))).toMatch(
    /^A-0, .*, A-7 and 2 more$/,
  );
});
