import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';

/** Starts a batch that writes an organisation's history as an archive; GET /batches/{batchId}/file downloads it. */
export const exportTenant = endpoint({
  method: 'POST',
  path: '/super-admin/export-data',
  body: z.strictObject({ tenantId: id }),
  data: z.object({ batchId: z.string() }),
});
