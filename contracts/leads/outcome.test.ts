import type { BulkAction } from '@crm/events/leads/bulk-action.ts';
import { expect, test } from 'vitest';
import { summaryOf } from './outcome.ts';

const hold: BulkAction = { action: 'status', to: 'hold', reason: null, comment: null };
const remove: BulkAction = { action: 'delete', reason: null };

test('a summary says "1 lead" and "2 leads"', () => {
  const counts = { successful: 1, skipped: 1, failed: 0 };
  expect(summaryOf(hold, counts)).toBe('Status update completed: 1 lead updated to hold, 1 skipped');
  expect(summaryOf(remove, { ...counts, successful: 2 })).toBe('2 leads deleted, 1 skipped');
});
