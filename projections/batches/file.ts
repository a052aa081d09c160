import { Readable } from 'node:stream';
import { downloadBatchFile } from '@crm/contracts/batches/batches.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { mayAccess } from '@crm/platform/batches/may-access.ts';
import { readBatch } from '@crm/platform/batches/start.ts';
import type { Position } from '@crm/platform/event-store/port.ts';
import { fileOfBatch } from '@crm/platform/files/file-of-batch.ts';
import { findFile, readFileAs } from '@crm/platform/files/files.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { type Result, refused } from '@crm/platform/http/result.ts';
import { route } from '@crm/platform/http/route.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import type { Pool } from 'pg';
import type { QueryDeclaration } from '../query.ts';

/** Downloads the file that a batch wrote (an export), while it is kept. */
export const batchFile: QueryDeclaration = ({ pool, store }) =>
  route(downloadBatchFile, everyUser, async ({ params, caller }): Promise<Result> => {
    const batch = await readBatch(store, caller.tenant, params.id);
    if (!batch || !(await mayAccess(store, caller, batch._id))) return refused('batch-not-found');
    if (batch.finishedAt === null) return refused('batch-running');
    return (await sendFile(pool, caller.tenant, fileOfBatch(batch._id), null)) ?? refused('file-gone');
  });

/** A response that streams a file of the tenant; null if it does not exist or has expired. */
export async function sendFile(
  pool: Pool,
  tenant: TenantId,
  id: string,
  position: Position | null,
): Promise<Extract<Result, { kind: 'file' }> | null> {
  const file = await asTenant(pool, tenant, (db) => findFile(db, tenant, id));
  if (!file) return null;
  const { name, type, size } = file;
  return { kind: 'file', name, type, size, bytes: Readable.from(readFileAs(pool, tenant, id)), position };
}
