import { expect, test } from 'vitest';
import { urlOf } from './url.ts';

test('fills in and escapes params', () => {
  expect(urlOf('/leads/:id/assign', { params: { id: 'a/b' } })).toBe('/api/leads/a%2Fb/assign');
});

test('appends query fields, omits empty ones, repeats lists', () => {
  expect(urlOf('/leads', { query: { page: 2, search: '', status: undefined, orderIds: ['A 1', 'B'] } })).toBe(
    '/api/leads?page=2&orderIds=A+1&orderIds=B',
  );
});
