import { type Pagination, paginationOf } from '@crm/contracts/answer.ts';
import type { Comment, Lead } from '@crm/contracts/leads/lead.ts';
import { type LeadListQuery, listLeads, listOwnLeads } from '@crm/contracts/leads/read.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { prepared } from '@crm/platform/postgres/prepared.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { z } from 'zod';
import { query } from '../query.ts';
import { latestComments } from './comments.ts';
import type { Amounts } from './find/by-amount.ts';
import { conditionsOf } from './find/filters.ts';
import { find } from './find/find.ts';
import { numbersOnPage } from './find/page.ts';
import { leadOf, type NamedLeadRow, namedLead, namesOfLead } from './lead.ts';
import { ownLeadsOf, type VisibleLeads, visibleTo } from './visible-leads.ts';

type ListQuery = z.output<typeof LeadListQuery>;

/** Lists leads: all of the tenant, or an operator's own. */
export const leadsList = query({
  endpoint: listLeads,
  policy: everyUser,
  reads: ['leads', 'users', 'offers', 'tenants'],
  run: async ({ query, caller, signal }, db, { readBlocks }: Pick<Amounts, 'readBlocks'>) => ({
    kind: 'answer',
    ...(await pageOf(query, visibleTo(caller), db, { readBlocks, signal })),
  }),
});

/** Lists only the caller's own leads. */
export const ownLeadsList = query({
  endpoint: listOwnLeads,
  policy: everyUser,
  reads: ['leads', 'users', 'offers', 'tenants'],
  run: async ({ query, caller, signal }, db, { readBlocks }: Pick<Amounts, 'readBlocks'>) => ({
    kind: 'answer',
    ...(await pageOf(query, ownLeadsOf(caller), db, { readBlocks, signal })),
  }),
});

/** Reads one page with its exact total: first the lead numbers, then their rows and comments in parallel. */
export async function pageOf(
  query: ListQuery,
  reach: VisibleLeads,
  db: Db,
  amounts: Amounts | null = null,
): Promise<{ data: Lead[]; pagination: Pagination }> {
  const found = await find(conditionsOf(query, reach), db);
  const numbers = await numbersOnPage(found, query, db, amounts);
  // Index leads_number.
  const ids = 'select id from leads where tenant = $1 and number = any($2)';
  const [{ rows }, comments] = await Promise.all([
    db.query<NamedLeadRow>(
      prepared(`select ${namedLead} from leads l ${namesOfLead} where l.tenant = $1 and l.number = any($2)`, [
        reach.tenant,
        numbers,
      ]),
    ),
    query.includeComments ? latestComments(db, ids, [reach.tenant, numbers]) : new Map<string, Comment[]>(),
  ]);
  const place = new Map(numbers.map((number, i) => [number, i]));
  const data = rows
    .toSorted((a, b) => (place.get(a.number) ?? 0) - (place.get(b.number) ?? 0))
    .map((row) => ({ ...leadOf(row, comments.get(row.id) ?? []), number: row.number }));
  return { data, pagination: paginationOf(query.page, query.limit, found.total) };
}
