import { expect, test } from 'vitest';
import { decode, encode } from './codec.ts';
import { day, idOr, oneOf, paging, text } from './fields.ts';

const fields = {
  ...paging,
  search: text(10),
  status: oneOf(['all', 'approved'], 'all'),
  assigned: idOr('all', 'unassigned'),
  from: day,
};
const initial = { page: 1, limit: 100, search: '', status: 'all', assigned: 'all', from: '' };
const decoded = (params: string) => decode(fields, new URLSearchParams(params));

test('an empty URL decodes to the initial state, and that encodes to an empty URL', () => {
  expect(decoded('')).toEqual(initial);
  expect(encode(fields, decoded('')).toString()).toBe('');
});

test('decodes an encoded state to the same state', () => {
  const state = {
    page: 3,
    limit: 25,
    search: 'क & b',
    status: 'approved' as const,
    assigned: 'E1b0c3a2-0000-4000-8000-00000000000f',
    from: '2028-02-29',
  };
  expect(decode(fields, encode(fields, state))).toEqual(state);
});

test.each([
  ...['page=-4', 'page=0', 'page=1.5', 'page=', 'page=two', 'limit=7', 'status=nope', 'status='],
  ...['assigned=me', 'assigned=', 'from=2026-02-30', 'from=1.3.', 'from=20260301', 'search=12345678901'],
])('an invalid %s falls back to its initial value without affecting others', (params) =>
  expect(decoded(`${params}&view=7`)).toEqual(initial),
);

test('a text loses the spaces around it', () => expect(decoded('search=+x+y+').search).toBe('x y'));
