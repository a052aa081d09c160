import type { Pool } from 'pg';
import { CHUNK } from '../bits.ts';
import { filterValue } from './filter-values.ts';

export type Owner = { tenant: string; operator: string };
export type OwnedLead = { id: string; number: number; orderId: string };

/** How many leads an operator has, from the rollup lead_figures_by_operator. */
export async function countOf(pool: Pool, { tenant, operator }: Owner): Promise<number> {
  const { rows } = await pool.query<{ leads: number }>(
    `select coalesce(sum(leads), 0)::int as leads
       from lead_figures_by_operator where tenant = $1 and operator_id = $2`,
    [tenant, operator],
  );
  return rows[0]?.leads ?? 0;
}

/**
 * The leads of an operator with a number above `after`, in the order of their numbers, at most `limit`. By the primary key of
 * lead_bitmaps and the index leads_number, so that leads of other operators are not read. Chunks are expanded one by one, in
 * their order, until there are enough numbers: sorting by chunk and bit goes on from the order of the primary key.
 */
export async function leadsAfter(
  pool: Pool,
  { tenant, operator }: Owner,
  after: number,
  limit: number,
): Promise<OwnedLead[]> {
  const { rows } = await pool.query<OwnedLead>(
    `select l.id, l.number, l.order_id as "orderId"
       from leads l
      where l.tenant = $1 and l.operator_id = $4
        and l.number = any(array(
          select b.chunk * ${CHUNK} + bit.at
            from lead_bitmaps b
           cross join lateral generate_series(greatest(0, $3 - b.chunk * ${CHUNK}), length(b.bits) * 8 - 1) as bit (at)
           where b.tenant = $1 and b.value = $2 and b.chunk >= $3 / ${CHUNK} and get_bit(b.bits, bit.at) = 1
           order by b.chunk, bit.at limit $5
        ))
      order by l.number`,
    [tenant, filterValue.operator(operator), after + 1, operator, limit],
  );
  return rows;
}
