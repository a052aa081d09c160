import type { UploadColumnFound } from '@crm/contracts/leads/upload-results.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ColumnMap, type Mapping } from './ColumnMap.tsx';

const columns: UploadColumnFound[] = [
  { letter: 'A', name: 'Customer', field: 'Customer', by: 'name', suggestion: null },
  { letter: 'B', name: 'Mobile', field: null, by: 'nothing', suggestion: 'Phone' },
  { letter: 'C', name: 'Tel', field: null, by: 'nothing', suggestion: null },
];

/** The fields that can be chosen for each column that is not known by its name. */
function choices(changes: Mapping): string[][] {
  const html = renderToStaticMarkup(
    <ColumnMap columns={columns} changes={changes} onChange={() => {}} disabled={false} />,
  );
  return html
    .split('<select')
    .slice(1)
    .map((select) => [...select.matchAll(/<option value="([^"]*)"/g)].map(([, value = '']) => value));
}

test('a field that one column has cannot be chosen for another one', () => {
  const [mobile, tel] = choices({});
  expect(mobile).toContain('Phone');
  expect(tel).toContain('Phone');
  expect(mobile).not.toContain('Customer');

  const [chosen, other] = choices({ Mobile: 'Phone' });
  expect(chosen).toContain('Phone');
  expect(other).not.toContain('Phone');
});

test('any number of columns can be additional fields', () => {
  for (const fields of choices({ Mobile: 'Additional field' })) expect(fields).toContain('Additional field');
});
