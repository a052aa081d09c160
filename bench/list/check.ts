import type { TenantId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import type { Combination } from './combinations.ts';
import { operator } from './load.ts';

/** The right answer: the page's ids in order, and the total. */
export type Right = { ids: string[]; total: number };

const order = {
  createdAt: ['created_at', 'number'],
  orderId: ['order_id'],
  total: ['total', 'number'],
  status: ['status', 'created_at', 'number'],
};

/**
 * Scans all leads and applies the filters to each, without the product's bitmaps, searches and indexes: slow,
 * but independent of them.
 */
export async function fullScan(
  pool: Pool,
  tenant: TenantId,
  { as, query }: Combination,
  page: number,
): Promise<Right> {
  const values: unknown[] = [tenant];
  const value = (of: unknown) => `$${values.push(of)}`;
  const when = ['tenant = $1'];
  if (as === 'operator') when.push(`operator_id = ${value(operator.id)}`);
  const { status, assignmentStatus, assignedOperator, offer, hasAddress, startDate, endDate } = query;
  const { commentConnectionStatus, commentReason, orderIds, search } = query;
  if (status) when.push(`status = ${value(status)}`);
  if (assignmentStatus) when.push(`operator_id is ${assignmentStatus === 'assigned' ? 'not null' : 'null'}`);
  if (assignedOperator) when.push(`operator_id = ${value(assignedOperator)}`);
  if (offer) when.push(`offer_id = ${value(offer)}`);
  if (hasAddress !== undefined)
    when.push(`(coalesce(trim(concat(address, city, country)), '') <> '') = ${value(hasAddress)}`);
  if (startDate) when.push(`created_at >= ${value(startDate)}::timestamptz`);
  if (endDate)
    when.push(
      endDate.length === 10
        ? `created_at < ${value(endDate)}::timestamptz + interval '1 day'`
        : `created_at <= ${value(endDate)}::timestamptz`,
    );
  if (commentConnectionStatus) when.push(`call_state = ${value(commentConnectionStatus)}`);
  if (commentReason) when.push(`lower(call_reason) = lower(${value(commentReason)})`);
  if (orderIds) when.push(`order_id = any(${value(orderIds)})`);
  const text = `lower(concat_ws(' ', order_id, full_name, email, product_name, webmaster, phone,
    regexp_replace(phone, '\\D', '', 'g'), regexp_replace(alternate_phone, '\\D', '', 'g')))`;
  const words = search?.startsWith('+') ? [search.replaceAll(/\D/g, '')] : (search ?? '').split(' ');
  for (const word of words) if (word) when.push(`strpos(${text}, ${value(word.toLowerCase())}) > 0`);

  const { sortBy = 'createdAt', sortOrder = 'desc', limit = 100 } = query;
  const by = order[sortBy].map((column) => `${column} ${sortOrder}`).join(', ');
  const client = await pool.connect();
  try {
    await client.query(`begin; set local enable_indexscan = off; set local enable_bitmapscan = off`);
    await client.query('set local enable_indexonlyscan = off; set local statement_timeout = 0');
    await client.query(`select set_config('app.tenant', $1, true)`, [tenant]);
    const { rows } = await client.query<{ id: string; found: number }>(
      `with found as materialized (select id, ${order[sortBy].join(', ')} from leads where ${when.join(' and ')})
       select id, (select count(*) from found)::int as found from found
        order by ${by} limit ${limit} offset ${(page - 1) * limit}`,
      values,
    );
    return { ids: rows.map(({ id }) => id), total: rows[0]?.found ?? 0 };
  } finally {
    await client.query('rollback');
    client.release();
  }
}
