import { paginationOf } from '@crm/contracts/answer.ts';
import { listActivity, listUserActivity } from '@crm/contracts/work/work.ts';
import { admins, everyUser } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { type VisibleLeads, visibleTo } from '../leads/visible-leads.ts';
import { query } from '../query.ts';
import type { WorkActionRow } from './actions.ts';

type ActivityRow = Pick<WorkActionRow, 'id' | 'type' | 'at' | 'lead_id'> & {
  content: string;
  order_id: string | null;
  full_name: string | null;
};

/** Lists the caller's own actions; those on leads that are out of reach by now without the lead. */
export const ownActivity = query({
  endpoint: listActivity,
  policy: everyUser,
  reads: ['work', 'leads'],
  run: async ({ query, caller }, db) => ({
    kind: 'answer',
    ...(await actionsOf(db, caller.id, visibleTo(caller), query)),
  }),
});

/** Lists the actions of a user of the tenant, for admins. */
export const userActions = query({
  endpoint: listUserActivity,
  policy: admins,
  reads: ['work', 'leads', 'users'],
  async run({ query, params: { id }, caller: { tenant } }, db) {
    const { rows } = await db.query('select from users where tenant = $1 and id = $2', [tenant, id]);
    if (rows.length === 0) return refused('user-not-found');
    return { kind: 'answer', ...(await actionsOf(db, id, { tenant, operator: null }, query)) };
  },
});

/** One page of the actions of a user. Index work_actions_operator; leads and comments by their primary keys. */
async function actionsOf(
  db: Db,
  user: string,
  { tenant, operator }: VisibleLeads,
  { page, limit }: { page: number; limit: number },
) {
  const [{ rows }, { rows: counts }] = await Promise.all([
    db.query<ActivityRow>(
      `select a.id, a.type, a.at, a.lead_id, l.order_id, l.full_name,
              coalesce(a.requested_status, c.content, '') as content
         from (
           select * from work_actions a where a.tenant = $1 and a.operator_id = $2
            order by a.at desc, a.revision desc limit $3 offset $4
         ) a
         left join leads l on l.tenant = $1 and l.id = a.lead_id and ($5::uuid is null or l.operator_id = $5)
         left join lead_comments c on c.tenant = $1 and c.id = a.comment_id
        order by a.at desc, a.revision desc`,
      [tenant, user, limit, (page - 1) * limit, operator],
    ),
    db.query<{ total: number }>(
      'select count(*)::int as total from work_actions where tenant = $1 and operator_id = $2',
      [tenant, user],
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
  return { data, pagination: paginationOf(page, limit, counts[0]?.total ?? 0) };
}
