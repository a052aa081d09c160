import { paginationOf } from '@crm/contracts/answer.ts';
import { listPastLeads } from '@crm/contracts/leads/past-list.ts';
import { LeadId } from '@crm/events/ids.ts';
import { admins } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { query } from '../../query.ts';
import { leadOf } from '../lead.ts';
import { leadsThen } from './lead-then.ts';

/** A page of the leads of a moment, from their streams. By the primary key of past_lists; index past_leads_order. */
export const pastLeadsList = query({
  endpoint: listPastLeads,
  policy: admins,
  reads: ['users', 'offers'],
  async run({ params, query: { page, limit }, caller: { tenant } }, db, { store }) {
    const { rows: lists } = await db.query<{ at: Date; total: number }>(
      'select at, total from past_lists where tenant = $1 and id = $2',
      [tenant, params.id],
    );
    const [list] = lists;
    if (!list) return refused('past-list-not-found');
    const { rows: found } = await db.query<{ lead: string }>(
      `select lead from past_leads where tenant = $1 and list = $2
        order by created_at desc, lead limit $3 offset $4`,
      [tenant, params.id, limit, (page - 1) * limit],
    );
    const rows = await leadsThen(
      store,
      found.map(({ lead }) => LeadId.parse(lead)),
      list.at,
    );
    const offers = await offersOf(db, tenant, rows);
    const leads = rows.map((row) =>
      leadOf(
        {
          ...row,
          // The history has the operator's name of that time.
          operator_full_name: null,
          operator_username: null,
          operator_email: null,
          offer_name: offers.get(row.offer_id ?? '') ?? null,
        },
        [],
      ),
    );
    return {
      kind: 'answer',
      data: leads,
      pagination: paginationOf(page, limit, list.total),
    };
  },
});

/** The present names of offers. By the primary key. */
async function offersOf(db: Db, tenant: string, rows: readonly { offer_id: string | null }[]) {
  const { rows: offers } = await db.query<{ id: string; name: string }>(
    'select id, name from offers where tenant = $1 and id = any($2)',
    [tenant, [...new Set(rows.flatMap(({ offer_id }) => offer_id ?? []))]],
  );
  return new Map(offers.map(({ id, name }) => [id, name]));
}
