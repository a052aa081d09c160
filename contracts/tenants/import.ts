import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant } from '../fields.ts';

/** The contents of an archive, before it is imported. */
export const TenantArchive = z.object({
  tenant: z.object({ _id: z.string(), organizationName: z.string() }),
  exportedAt: instant,
  /** The times of the first and the last event. */
  from: instant,
  to: instant,
  events: z.int(),
  /** Accounts that exist. */
  users: z.int(),
  /** Leads that came in and were not deleted, also those that wait for a place under the lead limit. */
  leads: z.int(),
});
export type TenantArchive = z.infer<typeof TenantArchive>;

/** The result of a check without problems. */
export const TenantImportChecked = z.object({ message: z.string(), archive: TenantArchive });
export type TenantImportChecked = z.infer<typeof TenantImportChecked>;

const batch = z.object({ batchId: z.string() });

/** Starts a batch that checks an archive. Its result says what the archive contains; its problems say what is wrong. */
export const checkTenantArchive = endpoint({
  method: 'POST',
  path: '/super-admin/import-data/check',
  body: z.strictObject({}),
  file: { field: 'file', bytes: 1024 * 1024 * 1024, types: ['.tar.gz', '.tgz'] },
  data: batch,
  statuses: [202],
});

/** Starts the batch that imports a checked archive. */
export const importTenant = endpoint({
  method: 'POST',
  path: '/super-admin/import-data',
  body: z.strictObject({ checkId: id }),
  data: batch,
  statuses: [202],
});
