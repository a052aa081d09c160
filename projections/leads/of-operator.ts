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
 * The leads of an operator with a number above `after`, in the order of their numbers: at most those of one chunk of the
 * bitmap index, that is 8,192. By the primary key of lead_bitmaps and the index leads_number, so that leads of other
 * operators are not read.
 */
export async function leadsAfter(
  pool: Pool,
  { tenant, operator }: Owner,
  after: number,
): Promise<OwnedLead[]> {
  const { rows } = await pool.query<OwnedLead>(
    `with next as (
       select b.chunk, bit.at
         from lead_bitmaps b
        cross join lateral generate_series(0, length(b.bits) * 8 - 1) as bit (at)
        where b.tenant = $1 and b.value = $2 and b.chunk >= $3 / ${CHUNK}
          and get_bit(b.bits, bit.at) = 1 and b.chunk * ${CHUNK} + bit.at >= $3
     )
     select l.id, l.number, l.order_id as "orderId"
       from leads l
      where l.tenant = $1 and l.operator_id = $4
        and l.number = any(array(
          select chunk * ${CHUNK} + at from next where chunk = (select min(chunk) from next)
        ))
      order by l.number`,
    [tenant, filterValue.operator(operator), after + 1, operator],
  );
  return rows;
}
