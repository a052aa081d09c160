import type { LeadEvent } from '@crm/events/leads/events.ts';
import { expect, test } from 'vitest';
import { hasTerms, searchTerms } from '../search/terms.ts';
import { recorded } from '../test/recorded.ts';
import { searchTextOf } from './search-text.ts';

const commented = (content: string): LeadEvent => ({
  type: 'LeadCommented',
  data: {
    commentId: 'b0000000-0000-4000-8000-000000000001',
    content,
    type: 'internal',
    isInternal: true,
    isImportant: false,
    author: 'Priya',
    statusChange: null,
  },
});
const called = (from: string, to: string): LeadEvent => ({
  type: 'LeadEdited',
  data: { changes: { customer: { phone: { from, to } } } },
});
/** The text of an event that is not the first of its stream. */
const textOf = (event: LeadEvent): string =>
  recorded('lead-1', [commented(''), event])
    .slice(1)
    .map((second) => searchTextOf(second))
    .join();
const finds = (search: string, text: string): boolean => hasTerms(text, searchTerms(search));

const spellings = [
  '9876543210',
  '98765 43210',
  '98765-43210',
  '98765.43210',
  '+91 98765 43210',
  '+91 (98765) 43210',
  '098765 43210',
  '\u202a+91 98765\u00a043210\u202c',
];

test.each(spellings)('finds a phone that was written %s, in any other spelling', (written) => {
  const events = [called(written, '1234567'), called('1234567', written), commented(`Call ${written} at 5`)];
  for (const text of events.map(textOf))
    for (const typed of spellings) expect(finds(typed, text), typed).toBe(true);
});

test('a number is not found across two values', () =>
  expect(finds('12345679876543', textOf(called('1234567', '9876543')))).toBe(false));
