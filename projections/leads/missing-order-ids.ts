import { missingOrderIds } from '@crm/contracts/leads/read.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { query } from '../query.ts';
import { visibleTo } from './visible-leads.ts';

/** Finds the order ids without a lead, in the order of the request. Index leads_order, once per id. */
export const missingOrders = query({
  endpoint: missingOrderIds,
  policy: everyUser,
  reads: ['leads'],
  async run({ query: { orderIds }, caller }, db) {
    const { tenant, operator } = visibleTo(caller);
    const { rows } = await db.query<{ id: string }>(
      `select asked.id
         from unnest($2::text[]) with ordinality as asked (id, place)
        where not exists (
          select 1 from leads l
           where l.tenant = $1 and l.order_id = asked.id and ($3::uuid is null or l.operator_id = $3)
        )
        order by asked.place`,
      [tenant, orderIds, operator],
    );
    return { kind: 'answer', data: { orderIds: rows.map(({ id }) => id) } };
  },
});
