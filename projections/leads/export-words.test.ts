import { LeadExportQuery } from '@crm/contracts/leads/export.ts';
import { expect, test } from 'vitest';
import { filterWords } from './export-words.ts';

const names = { organisation: 'Demo Sales', operator: 'Asha', offer: 'Slim Tea' };
const wordsOf = (query: object) => filterWords(LeadExportQuery.parse(query), names).join(', ');

test('names every filter of an export', () => {
  expect(wordsOf({ open: true })).toBe('open');
  expect(wordsOf({ open: false })).toBe('completed');
  expect(wordsOf({ overdue: true, urgent: false })).toBe('overdue, not urgent');
  expect(wordsOf({ overdue: false, urgent: true })).toBe('not overdue, urgent');
  expect(wordsOf({ status: 'hold', statusRequest: 'pending' })).toBe('hold, pending requests');
  expect(wordsOf({ statusRequest: 'rejected' })).toBe('rejected requests');
  expect(wordsOf({ assignmentStatus: 'unassigned', hasAddress: false, startDate: '2026-11-01' })).toBe(
    'unassigned, without address, from 2026-11-01',
  );
});

test('names no filter for a whole list or a frozen selection', () => {
  expect(wordsOf({})).toBe('');
  expect(wordsOf({ selectionId: '4f8c2f5e-3d5c-4a52-9a3e-0e8a4c8f5b11' })).toBe('selection');
});
