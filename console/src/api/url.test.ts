import { expect, test } from 'vitest';
import { urlOf } from './url.ts';

test('params are filled in and escaped', () => {
  expect(urlOf('/leads/:id/assign', { params: { id: 'a/b' } })).toBe('/api/leads/a%2Fb/assign');
});

test('query fields are appended, empty ones left out, lists repeated', () => {
  expect(urlOf('/leads', { query: { page: 2, search: '', status: undefined, orderIds: ['A 1', 'B'] } })).toBe(
    '/api/leads?page=2&orderIds=A+1&orderIds=B',
  );
});
