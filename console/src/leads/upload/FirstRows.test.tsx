import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FirstRows } from './FirstRows.tsx';

test('screen readers get a word between a column and its field, not the name of an arrow', () => {
  const column = { letter: 'A', name: 'Town', field: 'City', by: 'mapping', suggestion: null } as const;
  const rows = [{ row: 2, cells: ['Pune'], errors: [], saved: null }];
  const html = renderToStaticMarkup(<FirstRows columns={[column]} rows={rows} />);
  const read = html.replace(/<span aria-hidden="true">.*?<\/span>/g, '').replace(/<[^>]*>/g, '');
  expect(read).toContain('Town as City');
});
