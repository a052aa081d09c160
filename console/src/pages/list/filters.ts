import { z } from 'zod';
import { encode } from '../../url/codec.ts';

const notFilters = ['page', 'limit', 'sortBy', 'sortOrder', 'view'];

/** The fields of a list's URL that filter its rows. */
export function filtersOf(schema: z.ZodObject): z.ZodObject {
  const fields = Object.entries(schema.shape).filter(([name]) => !notFilters.includes(name));
  return z.object(Object.fromEntries(fields));
}

/** Whether any filter differs from its default. */
export function isFiltered(schema: z.ZodObject, state: Record<string, unknown>): boolean {
  return encode(filtersOf(schema), state).size > 0;
}
