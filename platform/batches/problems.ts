import type { TenantId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import { asTenant } from '../postgres/transaction.ts';
import type { Json } from './kind.ts';

/** An item that a batch skipped or could not do, as it is kept. */
export type Problem = { n: number; message: string; data: Json };

/** A batch's problems after one of them, in order; by the primary key. Of a batch of another tenant there are none. */
export function problemsOf(
  pool: Pool,
  tenant: TenantId,
  batch: string,
  { after, limit }: { after: number; limit: number },
): Promise<Problem[]> {
  return asTenant(pool, tenant, async (db) => {
    const { rows } = await db.query<Problem>(
      `select n, message, data from batch_problems
        where batch = $1 and tenant = $2 and n > $3 order by n limit $4`,
      [batch, tenant, after, limit],
    );
    return rows;
  });
}
