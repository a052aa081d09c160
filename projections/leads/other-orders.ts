import { listOtherOrders } from '@crm/contracts/leads/read.ts';
import { fromMinor } from '@crm/events/language/money.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { query } from '../query.ts';
import type { LeadRow } from './row.ts';
import { type VisibleLeads, visibleTo } from './visible-leads.ts';

type OrderRow = Pick<
  LeadRow,
  'id' | 'order_id' | 'full_name' | 'product_name' | 'total' | 'currency' | 'status' | 'created_at'
>;

/** The normalised phones of a lead, without duplicates; null when the caller may not see it. By the primary key. */
async function phonesOf(db: Db, lead: string, { tenant, operator }: VisibleLeads): Promise<string[] | null> {
  const { rows } = await db.query<Pick<LeadRow, 'phone_digits' | 'alternate_digits'>>(
    `select l.phone_digits, l.alternate_digits from leads l
      where l.tenant = $1 and l.id = $2 and ($3::uuid is null or l.operator_id = $3)`,
    [tenant, lead, operator],
  );
  const [row] = rows;
  if (!row) return null;
  const phones = [row.phone_digits, row.alternate_digits].flatMap((phone) => phone || []);
  return [...new Set(phones)];
}

/**
 * The customer's other orders: leads that share a phone with this one, newest first, at most 20, and only those
 * that the caller may see. Indexes leads_phone and leads_alternate.
 */
export const otherOrders = query({
  endpoint: listOtherOrders,
  policy: everyUser,
  reads: ['leads'],
  async run({ params, caller }, db) {
    const visible = visibleTo(caller);
    const phones = await phonesOf(db, params.id, visible);
    if (phones === null) return refused('lead-not-found');
    const { rows } = await db.query<OrderRow>(
      `select l.id, l.order_id, l.full_name, l.product_name, l.total, l.currency, l.status, l.created_at
         from leads l
        where l.tenant = $1 and l.id <> $2 and l.id in (
            select id from leads where tenant = $1 and phone_digits = any($3)
            union all
            select id from leads
             where tenant = $1 and alternate_digits is not null and alternate_digits = any($3)
          )
          and ($4::uuid is null or l.operator_id = $4)
        order by l.created_at desc, l.id desc
        limit 20`,
      [visible.tenant, params.id, phones, visible.operator],
    );
    return { kind: 'answer', data: rows.map(orderOf) };
  },
});

function orderOf(row: OrderRow) {
  return {
    _id: row.id,
    orderId: row.order_id,
    fullName: row.full_name,
    productName: row.product_name,
    total: fromMinor(row.total),
    currency: row.currency,
    status: row.status,
    createdAt: row.created_at.toISOString(),
  };
}
