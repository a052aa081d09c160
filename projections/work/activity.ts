import { paginationOf } from '@crm/contracts/answer.ts';
import { listActivity } from '@crm/contracts/work/work.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { query } from '../query.ts';
import type { WorkActionRow } from './actions.ts';

type ActivityRow = Pick<WorkActionRow, 'id' | 'type' | 'at' | 'lead_id'> & {
  content: string;
  order_id: string | null;
  full_name: string | null;
};

/** Lists the caller's own actions. Index work_actions_operator; leads and comments by their primary keys. */
export const ownActivity = query({
  endpoint: listActivity,
  policy: everyUser,
  reads: ['work', 'leads'],
  async run({ query: { page, limit }, caller: { tenant, id } }, db) {
    const [{ rows }, { rows: counts }] = await Promise.all([
      db.query<ActivityRow>(
        `select a.id, a.type, a.at, a.lead_id, l.order_id, l.full_name,
                coalesce(a.requested_status, c.content, '') as content
           from (
             select * from work_actions a where a.tenant = $1 and a.operator_id = $2
              order by a.at desc, a.revision desc limit $3 offset $4
           ) a
           left join leads l on l.tenant = $1 and l.id = a.lead_id
           left join lead_comments c on c.tenant = $1 and c.id = a.comment_id
          order by a.at desc, a.revision desc`,
        [tenant, id, limit, (page - 1) * limit],
      ),
      db.query<{ total: number }>(
        'select count(*)::int as total from work_actions where tenant = $1 and operator_id = $2',
        [tenant, id],
      ),
    ]);
    const data = rows.map((row) => ({
      _id: row.id,
      type: row.type,
      content: row.content,
      createdAt: row.at.toISOString(),
      lead:
        row.order_id === null
          ? null
          : { _id: row.lead_id, orderId: row.order_id, fullName: row.full_name ?? '' },
    }));
    return { kind: 'answer', data, pagination: paginationOf(page, limit, counts[0]?.total ?? 0) };
  },
});
