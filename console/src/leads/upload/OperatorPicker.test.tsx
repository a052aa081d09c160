import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { operators } from '../queries.ts';
import { OperatorPicker } from './OperatorPicker.tsx';

const priya = { _id: 'priya', fullName: 'Priya Nair', username: 'priya', email: 'priya@demo.test' };

function pickerOf(ticked: readonly string[]) {
  const client = new QueryClient();
  client.setQueryData(operators.queryKey, {
    data: [priya],
    message: null,
    position: null,
    stale: false,
    pagination: null,
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <OperatorPicker
        shares={ticked.map((userId) => ({ userId, value: null }))}
        onChange={() => undefined}
        leads={null}
        disabled={false}
      />
    </QueryClientProvider>,
  );
}

test('a ticked operator who was deactivated since can be unticked', () => {
  const html = pickerOf(['priya', 'gone']);
  expect(html.match(/type="checkbox"/g)).toHaveLength(2);
  expect(html).toContain('Not available any more');
});

test('lists only the active operators otherwise', () => {
  const html = pickerOf(['priya']);
  expect(html.match(/type="checkbox"/g)).toHaveLength(1);
  expect(html).not.toContain('Not available any more');
});
