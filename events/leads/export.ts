import { z } from 'zod';

export const LEAD_EXPORT = 'lead-export';

/** The task of an export's batch: with its title and total, what the audit history tells of it. */
export const LeadExportTask = z.object({
  /** The leads, frozen in their order when they were asked for. */
  selection: z.guid(),
  /** As they were asked for: the filters and the order of the list, or how many were selected. */
  filters: z.record(z.string(), z.json()),
  format: z.enum(['xlsx', 'csv']),
  timeZone: z.string(),
  /** Of the file. */
  name: z.string(),
});
export type LeadExportTask = z.infer<typeof LeadExportTask>;
