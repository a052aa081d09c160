import type { TenantId } from '@crm/events/ids.ts';
import { ERASED } from '@crm/events/leads/erased.ts';
import { isInUse } from '@crm/platform/batches/in-use.ts';
import { fileOfBatch } from '@crm/platform/files/file-of-batch.ts';
import { dropFile } from '@crm/platform/files/files.ts';
import { type Stores, uploadedFile } from './files.ts';
import { matching, type Words } from './words.ts';

/**
 * Removes the customer from rows of spreadsheets that were not saved, and deletes these spreadsheets, which are kept for a
 * day. By phone and email, because others may have the same name. Reads all problems of the tenant, which are kept for 30 days.
 * @returns what to wait for; null if none of these spreadsheets is being read
 */
export async function forgetProblems(
  { pool, storedEvents }: Stores,
  tenant: TenantId,
  words: Words,
): Promise<string | null> {
  const about = `data->'cells' is not null and (${matching('data::text')})`;
  const values = [tenant, words.phones, words.emails];
  const { rows } = await pool.query<{ batch: string }>(
    `select distinct batch from batch_problems where tenant = $1 and ${about}`,
    values,
  );
  let isBusy = false;
  for (const { batch } of rows) {
    if (await isInUse(pool, tenant, batch)) {
      isBusy = true;
      continue;
    }
    const file = await uploadedFile(storedEvents, batch);
    for (const id of [file, fileOfBatch(batch)]) if (id !== null) await dropFile(pool, tenant, id);
    await pool.query(
      `update batch_problems set message = $5, data = $6 where tenant = $1 and batch = $4 and ${about}`,
      [...values, batch, ERASED, JSON.stringify({ errors: [ERASED], cells: [] })],
    );
  }
  return isBusy ? 'A spreadsheet with the customer is being read' : null;
}
