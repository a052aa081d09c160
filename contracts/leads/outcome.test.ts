import type { BulkAction } from '@crm/events/leads/bulk-action.ts';
import { expect, test } from 'vitest';
import { outcomeOf, summaryOf, summaryOfCancelled } from './outcome.ts';

const hold: BulkAction = { action: 'status', to: 'hold', reason: null, comment: null };
const remove: BulkAction = { action: 'delete', reason: null };

test('a summary says "1 lead" and "2 leads"', () => {
  const counts = { successful: 1, skipped: 1, failed: 0 };
  expect(summaryOf(hold, counts)).toBe('Status update completed: 1 lead updated to hold, 1 skipped');
  expect(summaryOf(remove, { ...counts, successful: 2 })).toBe('2 leads deleted, 1 skipped');
});

test('a summary of a cancelled action says what was done before', () => {
  expect(summaryOfCancelled({ successful: 228, skipped: 22, failed: 0 })).toBe(
    'Cancelled: 228 done, 22 skipped. Everything done before that is kept.',
  );
  expect(summaryOfCancelled({ successful: 0, skipped: 0, failed: 0 })).toBe(
    'Cancelled. Nothing was changed.',
  );
});

test('a lead that was refused is skipped if there was nothing to do, else it has failed', () => {
  const lead = { id: 'a', rank: 0 };
  const outcome = (refusal: 'lead-not-found' | 'lead-erased') =>
    outcomeOf(remove, lead, { kind: 'refused', refusal })?.outcome;
  expect([outcome('lead-not-found'), outcome('lead-erased')]).toEqual(['skipped', 'failed']);
  expect(outcomeOf(remove, lead, { kind: 'executed', events: [{}] })).toBeNull();
  expect(outcomeOf(hold, lead, { kind: 'executed', events: [] })).toEqual({
    outcome: 'skipped',
    message: 'Has the status hold already',
  });
});
