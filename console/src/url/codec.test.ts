import { expect, test } from 'vitest';
import { z } from 'zod';
import { decode, encode, paging, several } from './codec.ts';

const filters = z.object({
  ...paging,
  search: z.string().default(''),
  status: z.enum(['all', 'approved']).default('all'),
  orderIds: several(z.string()),
});

test('an empty URL decodes to the defaults, and the defaults encode to an empty URL', () => {
  const state = decode(filters, new URLSearchParams());
  expect(state).toEqual({ page: 1, limit: 100, search: '', status: 'all', orderIds: [] });
  expect(encode(filters, state).toString()).toBe('');
});

test('decodes an encoded state to the same state', () => {
  const state = { page: 3, limit: 25, search: 'क & b', status: 'approved' as const, orderIds: ['A', 'B'] };
  expect(decode(filters, encode(filters, state))).toEqual(state);
  expect(decode(filters, encode(filters, { ...state, orderIds: ['A'] })).orderIds).toEqual(['A']);
});

test('an invalid field falls back to its default without affecting others', () => {
  const state = decode(filters, new URLSearchParams('page=-4&limit=7&status=nope&search=x'));
  expect(state).toEqual({ page: 1, limit: 100, search: 'x', status: 'all', orderIds: [] });
});
