import { expect, test } from 'vitest';
import { nameIn } from './download.ts';

test('reads the file name from the content-disposition header', () => {
  const both = `attachment; filename="D_ft leads.xlsx"; filename*=UTF-8''D%C3%BCft%20leads.xlsx`;
  expect(nameIn(both)).toBe('Düft leads.xlsx');
  expect(nameIn('attachment; filename="leads.csv"')).toBe('leads.csv');
  expect(nameIn('attachment')).toBeNull();
});
