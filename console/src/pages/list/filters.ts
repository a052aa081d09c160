import { encode } from '../../url/codec.ts';
import type { Fields } from '../../url/fields.ts';

const notFilters = ['page', 'place', 'limit', 'sortBy', 'sortOrder', 'view'];

/** The fields of a list's URL that filter its rows. */
export function filtersOf(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !notFilters.includes(name)));
}

/** Whether any filter differs from its initial value. */
export function isFiltered(fields: Fields, state: Readonly<Record<string, unknown>>): boolean {
  return encode(filtersOf(fields), state).size > 0;
}
