import { expect, test } from 'vitest';
import { bulkOutcome, namesOf } from './bulk.ts';

const chosen = [
  { _id: 'one', orderId: 'A-1' },
  { _id: 'two', orderId: 'A-2' },
];

test('reports that all requests were approved', () => {
  const summary = { successful: 2, skipped: 0, failed: 0, problems: [] };
  expect(bulkOutcome(chosen, summary)).toEqual({ text: '2 status changes approved', problems: [] });
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
  expect(bulkOutcome(chosen, summary)).toEqual({
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
