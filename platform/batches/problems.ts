import type { TenantId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import { asTenant } from '../postgres/transaction.ts';
import type { Json } from './kind.ts';

/** An item that a batch skipped or failed, as stored. */
export type Problem = { n: number; message: string; data: Json };

/** Maximum JSON text of the problems of one call, not counting the last problem. The caller keeps a page in memory. */
const READ_CHARACTERS = 4 * 1024 * 1024;

/**
 * Reads a batch's problems from number `from`, in order, by the primary key. @returns at most `limit`, fewer if they
 * are long; none only after the last problem, or if the batch belongs to another tenant
 */
export function problemsOf(
  pool: Pool,
  tenant: TenantId,
  batch: string,
  { from, limit }: { from: number; limit: number },
): Promise<Problem[]> {
  return asTenant(pool, tenant, async (db) => {
    const { rows } = await db.query<Problem>(
      `select n, message, data
         from (select n, message, data,
                      sum(length(data::text)) over (order by n rows between unbounded preceding and 1 preceding) as before
                 from batch_problems
                where batch = $1 and tenant = $2 and n >= $3
                order by n limit $4) as problem
        where coalesce(before, 0) < $5
        order by n`,
      [batch, tenant, from, limit, READ_CHARACTERS],
    );
    return rows;
  });
}
