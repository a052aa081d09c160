import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TenantId } from '@crm/events/ids.ts';
import { findFile, readFileAs } from '@crm/platform/files/files.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import type { Pool } from 'pg';

/**
 * Copies a stored file to the local disk, for random access. The copy is unlinked at once, so the system frees it even
 * after a crash of this process. The caller closes the handle.
 * @returns null when the stored file no longer exists
 */
export async function localCopy(pool: Pool, tenant: TenantId, id: string): Promise<FileHandle | null> {
  if (!(await asTenant(pool, tenant, (db) => findFile(db, tenant, id)))) return null;
  const named = path.join(tmpdir(), `crm-upload-${randomUUID()}`);
  const file = await open(named, 'wx+', 0o600);
  await rm(named);
  try {
    for await (const bytes of readFileAs(pool, tenant, id)) await file.writeFile(bytes);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
