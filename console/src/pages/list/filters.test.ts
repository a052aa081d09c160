import { expect, test } from 'vitest';
import { z } from 'zod';
import { paging } from '../../url/codec.ts';
import { filtersOf, isFiltered } from './filters.ts';

const schema = z.object({
  ...paging,
  search: z.string().default(''),
  status: z.enum(['all', 'active']).default('all'),
  sortBy: z.enum(['createdAt', 'total']).default('createdAt'),
  view: z.string().default(''),
});
const initial = schema.parse({});

test.each([{ search: 'x' }, { status: 'active' }])('%j counts as a filter', (patch) =>
  expect(isFiltered(schema, { ...initial, ...patch })).toBe(true),
);

test.each([{}, { page: 2 }, { limit: 10 }, { sortBy: 'total' }, { view: 'mine' }])(
  '%j does not count as a filter',
  (patch) => expect(isFiltered(schema, { ...initial, ...patch })).toBe(false),
);

test('clearing resets the filters and nothing else', () => {
  expect(filtersOf(schema).parse({})).toEqual({ search: '', status: 'all' });
});
