import { z } from 'zod';

export const LEAD_EXPORT = 'lead-export';

/** The task of an export's batch. With the batch's title and total, it is the audit record of the export. */
export const LeadExportTask = z.object({
  /** The leads, frozen in order at the time of the request. */
  selection: z.guid(),
  /** The requested filters and order of the list, or the number of selected leads. */
  filters: z.record(z.string(), z.json()),
  format: z.enum(['xlsx', 'csv']),
  timeZone: z.string(),
  /** The name of the file. */
  name: z.string(),
});
export type LeadExportTask = z.infer<typeof LeadExportTask>;
