import { z } from 'zod';
import { TenantId } from '../ids.ts';

export const TENANT_EXPORT = 'tenant-export';

/** The task of an export of a tenant's history as an archive (docs/tenant-archives.md). */
export const TenantExportTask = z.object({
  tenant: TenantId,
  organizationName: z.string(),
  /** The name of the file. */
  name: z.string(),
});
export type TenantExportTask = z.infer<typeof TenantExportTask>;
