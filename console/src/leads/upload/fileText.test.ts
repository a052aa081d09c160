import { expect, test } from 'vitest';
import { sizeText, whyNotSent } from './fileText.ts';

test('a size is said in the unit that fits', () => {
  expect([0, 999, 1_001, 2_400_000].map(sizeText)).toEqual(['0 B', '999 B', '2 kB', '2.4 MB']);
});

test('what cannot be a spreadsheet of leads is not sent', () => {
  expect(whyNotSent({ name: 'leads.CSV', size: 5 })).toBeNull();
  expect(whyNotSent({ name: 'leads.pdf', size: 5 })).toBe(
    'leads.pdf is no .csv, .xlsx or .xls: save it as one of these',
  );
  expect(whyNotSent({ name: 'leads.csv', size: 0 })).toBe('leads.csv is empty');
  expect(whyNotSent({ name: 'leads.xls', size: 40_000_000 })).toContain('at most 31.5 MB');
  expect(whyNotSent({ name: 'leads.xlsx', size: 40_000_000 })).toBeNull();
  expect(whyNotSent({ name: 'leads.csv', size: 300_000_000 })).toContain('at most 209.7 MB');
});
