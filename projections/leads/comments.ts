import type { Comment } from '@crm/contracts/leads/lead.ts';
import { listComments } from '@crm/contracts/leads/read.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { columnsAs, prepared } from '@crm/platform/postgres/prepared.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { query } from '../query.ts';
import { type CommentRow, commentColumns } from './comment-row.ts';
import { commentOf } from './lead.ts';
import { type VisibleLeads, visibleTo } from './visible-leads.ts';

const comment = columnsAs('c', commentColumns);

/** Maximum number of comments per lead in a list; the detail view shows all. */
const MOST_IN_LIST = 100;

/**
 * Reads the newest comments of the leads that a SELECT returns, newest first; `$1` in `values` is the tenant. Index
 * lead_comments_lead, read backwards per lead.
 */
export async function latestComments(
  db: Db,
  ids: string,
  values: readonly unknown[],
): Promise<Map<string, Comment[]>> {
  const { rows } = await db.query<CommentRow>(
    prepared(
      `select ${comment}
         from (${ids}) lead(id)
         cross join lateral (
           select * from lead_comments c where c.tenant = $1 and c.lead_id = lead.id
            order by c.revision desc limit ${MOST_IN_LIST}
         ) c`,
      values,
    ),
  );
  const byLead = new Map<string, Comment[]>();
  for (const row of rows) {
    const comments = byLead.get(row.lead_id);
    if (comments) comments.push(commentOf(row));
    else byLead.set(row.lead_id, [commentOf(row)]);
  }
  return byLead;
}

/** Reads all comments of one lead, newest first. Index lead_comments_lead. */
export async function allComments(db: Db, tenant: string, lead: string): Promise<Comment[]> {
  const { rows } = await db.query<CommentRow>(
    prepared(
      `select ${comment} from lead_comments c where c.tenant = $1 and c.lead_id = $2 order by c.revision desc`,
      [tenant, lead],
    ),
  );
  return rows.map(commentOf);
}

/** Whether the caller may see a lead. By the primary key. */
async function isVisible(db: Db, lead: string, { tenant, operator }: VisibleLeads): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from leads l where l.tenant = $1 and l.id = $2 and ($3::uuid is null or l.operator_id = $3)`,
    [tenant, lead, operator],
  );
  return rowCount === 1;
}

export const leadComments = query({
  endpoint: listComments,
  policy: everyUser,
  reads: ['leads'],
  async run({ params, caller }, db) {
    if (!(await isVisible(db, params.id, visibleTo(caller)))) return refused('lead-not-found');
    return { kind: 'answer', data: await allComments(db, caller.tenant, params.id) };
  },
});
