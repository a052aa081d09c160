import { paginationOf } from '@crm/contracts/answer.ts';
import { type AsideLead, listAsideLeads } from '@crm/contracts/leads/aside.ts';
import { admins } from '@crm/platform/http/policy.ts';
import { query } from '../../query.ts';
import type { AsideRow } from './table.ts';

/** Lists the leads that wait for a place under the lead limit, oldest first. Index aside_leads_order. */
export const asideLeadsList = query({
  endpoint: listAsideLeads,
  policy: admins,
  reads: ['aside_leads'],
  async run({ query: { page, limit }, caller: { tenant } }, db) {
    const { rows: counts } = await db.query<{ total: number }>(
      'select count(*)::int as total from aside_leads where tenant = $1',
      [tenant],
    );
    const { rows } = await db.query<AsideRow>(
      'select * from aside_leads where tenant = $1 order by position limit $2 offset $3',
      [tenant, limit, (page - 1) * limit],
    );
    const pagination = paginationOf(page, limit, counts[0]?.total ?? 0);
    return { kind: 'answer', data: rows.map(asideLeadOf), pagination };
  },
});

function asideLeadOf(row: AsideRow): AsideLead {
  return {
    _id: row.id,
    orderId: row.order_id,
    productName: row.product_name,
    webmaster: row.webmaster,
    setAsideAt: row.set_aside_at.toISOString(),
    maxLeads: row.max_leads,
    periodEnd: row.period_end.toISOString(),
  };
}
