import { uploadLimits } from '@crm/contracts/leads/upload-file.ts';
import { expect, test } from 'vitest';
import { limitsText, whyNotSent } from './fileText.ts';

test.each([
  ['leads.csv', uploadLimits.bytes, null],
  [
    'leads.csv',
    uploadLimits.bytes + 1,
    'leads.csv has 200.1 MB; at most 200 MB can be sent. Split it into smaller files',
  ],
  [
    'leads.XLS',
    uploadLimits.xlsBytes + 1,
    'leads.XLS has 30.1 MB; at most 30 MB can be sent. Save it as .csv or .xlsx',
  ],
])('%s of %d bytes: %s', (name, size, why) => {
  expect(whyNotSent({ name, size })).toBe(why);
});

test('shows the limits that the server checks', () => {
  expect(limitsText()).toBe(
    'A file can have up to 200 MB (30 MB as .xls), 2,000,000 rows, 200 columns, 1,000,000 characters in a row and 32,767 in a cell.',
  );
});
