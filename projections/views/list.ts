import { refusalOfViews } from '@crm/contracts/views/readers.ts';
import { listViews, type View } from '@crm/contracts/views/views.ts';
import { mayChange } from '@crm/events/views/decide.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { query } from '../query.ts';
import type { ViewRow } from './table.ts';

type NamedViewRow = ViewRow & { owner_name: string | null; last_used: boolean };

/** Maximum number of views of a list; further names are not listed. */
const MOST = 500;

/**
 * Lists the caller's own views of a list and the tenant's shared ones, by name. Indexes views_owner and views_shared; the
 * last used view by the primary key of view_choices, only while the caller may see it.
 */
export const viewsList = query({
  endpoint: listViews,
  policy: everyUser,
  reads: ['views', 'users'],
  async run({ query: { list }, caller }, db) {
    const refusal = refusalOfViews(list, caller.role);
    if (refusal !== null) return refused(refusal);
    const { rows } = await db.query<NamedViewRow>(
      `select v.*, u.full_name as owner_name, c.view_id is not null as last_used
         from views v
         left join users u on u.id = v.owner and u.tenant = v.tenant
         left join view_choices c
           on c.tenant = v.tenant and c.user_id = $2 and c.list = v.list and c.view_id = v.id
        where v.tenant = $1 and v.list = $3 and (v.owner = $2 or v.is_shared)
        order by v.name collate "und-x-icu", v.created_at, v.id
        limit ${MOST}`,
      [caller.tenant, caller.id, list],
    );
    return {
      kind: 'answer',
      data: {
        views: rows.map((row) => viewOf(row, caller)),
        lastUsed: rows.find((row) => row.last_used)?.id ?? null,
      },
    };
  },
});

function viewOf(row: NamedViewRow, caller: SignedInCaller): View {
  const known = { owner: row.owner, isShared: row.is_shared };
  return {
    _id: row.id,
    name: row.name,
    isShared: row.is_shared,
    isOwn: row.owner === caller.id,
    mayChange: mayChange(known, { id: caller.id, isAdmin: caller.role === 'admin' }),
    ownerName: row.owner_name,
    ...row.content,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
