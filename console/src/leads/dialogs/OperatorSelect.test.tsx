import { QueryClient, QueryClientProvider, type QueryState } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { operators } from '../queries.ts';
import { OperatorSelect } from './OperatorSelect.tsx';

/** The texts of the choices with the list of operators in this state. */
function choices(state: Partial<QueryState>) {
  // The state is shown as it is, and not read again.
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  client.getQueryCache().build(client, { queryKey: operators.queryKey }).setState(state);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <OperatorSelect none="Select operator" also={{ _id: 'gone', fullName: 'Meera Nair' }} />
    </QueryClientProvider>,
  );
  return [...html.matchAll(/<option[^>]*>([^<]*)/g)].map(([, text]) => text);
}

test('says that the operators are loading, and that they could not be loaded', () => {
  expect(choices({})).toEqual(['Loading operators…', 'Meera Nair']);
  expect(choices({ status: 'error', error: new Error('503') })).toEqual([
    'Operators could not be loaded',
    'Meera Nair',
  ]);
});

test('lists the active operators after the empty choice, and the current one that is not active any more', () => {
  const data = { data: [{ _id: 'priya', fullName: 'Priya Nair' }], pagination: null };
  expect(choices({ status: 'success', data })).toEqual(['Select operator', 'Meera Nair', 'Priya Nair']);
});
