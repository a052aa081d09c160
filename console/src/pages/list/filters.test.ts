import { expect, test } from 'vitest';
import { initialState } from '../../url/codec.ts';
import { idOr, oneOf, paging, text } from '../../url/fields.ts';
import { filtersOf, isFiltered } from './filters.ts';

const fields = {
  ...paging,
  search: text(200),
  status: oneOf(['all', 'active'], 'all'),
  sortBy: oneOf(['createdAt', 'total'], 'createdAt'),
  view: idOr(''),
};
const initial = initialState(fields);

test.each([{ search: 'x' }, { status: 'active' }])('%j counts as a filter', (patch) =>
  expect(isFiltered(fields, { ...initial, ...patch })).toBe(true),
);

test.each([{}, { page: 2 }, { limit: 10 }, { sortBy: 'total' }, { view: 'mine' }])(
  '%j does not count as a filter',
  (patch) => expect(isFiltered(fields, { ...initial, ...patch })).toBe(false),
);

test('clearing resets the filters and nothing else', () => {
  expect(initialState(filtersOf(fields))).toEqual({ search: '', status: 'all' });
});
