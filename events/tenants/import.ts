import { z } from 'zod';

/** Checks an archive of an organisation and stages its events (docs/tenant-archives.md). */
export const TENANT_IMPORT_CHECK = 'tenant-import-check';
/** Writes the events of a checked archive. */
export const TENANT_IMPORT = 'tenant-import';

export const TenantImportCheckTask = z.object({
  /** The uploaded archive. */
  file: z.guid(),
});
export type TenantImportCheckTask = z.infer<typeof TenantImportCheckTask>;

export const TenantImportTask = z.object({
  /** The batch that checked the archive. */
  check: z.guid(),
});
export type TenantImportTask = z.infer<typeof TenantImportTask>;
