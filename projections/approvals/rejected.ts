import { listRejectedRequests, MOST_REJECTIONS } from '@crm/contracts/approvals/approvals.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { numbersOf } from '../bits.ts';
import { conditionsOf } from '../leads/find/filters.ts';
import { find } from '../leads/find/find.ts';
import { numberIsOneOf } from '../leads/find/number-sets.ts';
import { rejectedOf } from '../leads/lead.ts';
import type { LeadRow } from '../leads/row.ts';
import { ownLeadsOf } from '../leads/visible-leads.ts';
import { query } from '../query.ts';

/**
 * Lists the caller's own leads whose latest request was rejected. The bitmap index finds them; index leads_number reads
 * them, and they are sorted in memory: they are few, because the operator's next request takes each of them off the list.
 */
export const rejectedRequests = query({
  endpoint: listRejectedRequests,
  policy: everyUser,
  reads: ['leads'],
  async run({ caller }, db) {
    const { bits, total } = await find(conditionsOf({ statusRequest: 'rejected' }, ownLeadsOf(caller)), db);
    const { rows } = await db.query<LeadRow>(
      `select * from leads where tenant = $1 and ${numberIsOneOf('$2')} order by rejected_at desc, number limit ${MOST_REJECTIONS}`,
      [caller.tenant, numbersOf(bits)],
    );
    const leads = rows.flatMap((row) => {
      const rejectedStatusChange = rejectedOf(row);
      if (rejectedStatusChange === null) return [];
      return [{ _id: row.id, orderId: row.order_id, fullName: row.full_name, rejectedStatusChange }];
    });
    return { kind: 'answer', data: { total, leads } };
  },
});
