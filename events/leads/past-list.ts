import { z } from 'zod';
import { LeadStatus } from './vocabulary-schemas.ts';

/** Filters of the leads list, applied to the leads as they were at the moment; null: not filtered by it. */
const PastListFilters = z.object({
  status: LeadStatus.nullable(),
  offer: z.string().nullable(),
  assignedOperator: z.string().nullable(),
  search: z.string().nullable(),
});
export type PastListFilters = z.infer<typeof PastListFilters>;

/** Finds the leads of an organisation as they were at a moment. */
export const PAST_LIST = 'lead-past-list';
export const PastListTask = z.object({
  at: z.iso.datetime(),
  /** Null: all leads of the moment, as in lists from before the filters. */
  filters: PastListFilters.nullable().default(null),
  /** The filters as users read them; empty without filters. */
  words: z.string().default(''),
});
export type PastListTask = z.infer<typeof PastListTask>;

/** Writes such a list to a file; `list` is the id of the batch that found it. */
export const PAST_EXPORT = 'lead-past-export';
export const PastExportTask = z.object({
  list: z.guid(),
  at: z.iso.datetime(),
  name: z.string(),
  /** Exports from before the .xlsx have none. */
  format: z.enum(['csv', 'xlsx']).default('csv'),
});
export type PastExportTask = z.infer<typeof PastExportTask>;
