import type { TenantId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import { asTenant } from '../postgres/transaction.ts';
import type { Json } from './kind.ts';

/** An item that a batch skipped or could not do, as it is kept. */
export type Problem = { n: number; message: string; data: Json };

/** JSON text of the problems that one call reads, and one problem more: they are held in memory together. */
const READ_CHARACTERS = 4 * 1024 * 1024;

/**
 * A batch's problems after number `after`, in order; by the primary key. At most `limit`, fewer where they are long, none
 * only after the last. Of a batch of another tenant there are none.
 */
export function problemsOf(
  pool: Pool,
  tenant: TenantId,
  batch: string,
  { after, limit }: { after: number; limit: number },
): Promise<Problem[]> {
  return asTenant(pool, tenant, async (db) => {
    const { rows } = await db.query<Problem>(
      `select n, message, data
         from (select n, message, data,
                      sum(length(data::text)) over (order by n rows between unbounded preceding and 1 preceding) as before
                 from batch_problems
                where batch = $1 and tenant = $2 and n > $3
                order by n limit $4) as problem
        where coalesce(before, 0) < $5
        order by n`,
      [batch, tenant, after, limit, READ_CHARACTERS],
    );
    return rows;
  });
}
