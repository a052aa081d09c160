import { z } from 'zod';

/** Finds the leads of an organisation as they were at a moment. */
export const PAST_LIST = 'lead-past-list';
export const PastListTask = z.object({ at: z.iso.datetime() });
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
