import { z } from 'zod';

export const AUDIT_EXPORT = 'audit-export';

/** The task of an export of the audit history. With the batch's title, it is the record of the export. */
export const AuditExportTask = z.object({
  /** Of the batch's own tenant, or of all tenants, for super admins. */
  scope: z.enum(['own', 'all']),
  /** The filters of the list. */
  filters: z.record(z.string(), z.string()),
  /** The name of the file. */
  name: z.string(),
});
export type AuditExportTask = z.infer<typeof AuditExportTask>;
