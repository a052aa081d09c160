import { type Pagination, paginationOf } from '@crm/contracts/answer.ts';
import type { Lead } from '@crm/contracts/leads/lead.ts';
import { type LeadListQuery, listLeads, listOwnLeads } from '@crm/contracts/leads/read.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { z } from 'zod';
import { query } from '../query.ts';
import { latestComments } from './comments.ts';
import { type Where, whereOf } from './filters.ts';
import { leadOf, type NamedLeadRow, namedLead, namesOfLead } from './lead.ts';
import { ownLeadsOf, type Reach, reachOf } from './reach.ts';
import { leadTotals } from './row.ts';

type ListQuery = z.output<typeof LeadListQuery>;

/** The leads list (spec 7 'leads'): all of the tenant's, or an operator's own. */
export const leadsList = query({
  endpoint: listLeads,
  policy: 'signed-in',
  reads: ['leads', 'users', 'offers'],
  run: async ({ query, caller }, db) => ({ kind: 'answer', ...(await pageOf(query, reachOf(caller), db)) }),
});

/** The same list of the caller's own leads. */
export const ownLeadsList = query({
  endpoint: listOwnLeads,
  policy: 'operator',
  reads: ['leads', 'users', 'offers'],
  run: async ({ query, caller }, db) => ({
    kind: 'answer',
    ...(await pageOf(query, ownLeadsOf(caller), db)),
  }),
});

type Direction = 'asc' | 'desc';

/** Each ends so that no two leads are equal. By the index of its name; status by leads_status. */
const orders: Record<ListQuery['sortBy'], (to: Direction) => string> = {
  createdAt: (to) => `l.created_at ${to}, l.id ${to}`,
  orderId: (to) => `l.order_id ${to}`,
  total: (to) => `l.total ${to}, l.id ${to}`,
  status: (to) => `l.status ${to}, l.created_at ${to}, l.id ${to}`,
};

/**
 * One page with its exact total. The page's ids come from an index alone, and only then its rows; beyond the middle
 * the index is read from its other end, so that the last page costs what the first does.
 */
async function pageOf(
  asked: ListQuery,
  reach: Reach,
  db: Db,
): Promise<{ data: Lead[]; pagination: Pagination }> {
  const { page, limit, sortBy, sortOrder } = asked;
  const where = whereOf(asked, reach);
  const total = await totalOf(where, db);
  const pagination = paginationOf(page, limit, total);

  const skipped = (page - 1) * limit;
  const length = Math.min(limit, total - skipped);
  if (length <= 0) return { data: [], pagination };
  const fromEnd = skipped > total / 2;
  const opposite = sortOrder === 'asc' ? 'desc' : 'asc';
  const order = orders[sortBy];

  const { rows } = await db.query<NamedLeadRow>(
    `select ${namedLead}
       from (
         select l.id from leads l
          where ${where.sql}
          order by ${order(fromEnd ? opposite : sortOrder)}
          limit ${length} offset ${fromEnd ? total - skipped - length : skipped}
       ) page
       join leads l on l.id = page.id
       ${namesOfLead}
      order by ${order(sortOrder)}`,
    where.values,
  );
  const ids = rows.map(({ id }) => id);
  const comments = asked.includeComments ? await latestComments(db, ids) : new Map();
  return { data: rows.map((row) => leadOf(row, comments.get(row.id) ?? [])), pagination };
}

/** From totals that are kept where one knows all that is asked for; else counted, from an index alone if one does. */
async function totalOf({ sql, values, columns }: Where, db: Db): Promise<number> {
  const kept = Object.entries(leadTotals).find(([, by]) => {
    const known = new Set<string>(by);
    return [...columns].every((column) => known.has(column));
  });
  const { rows } = await db.query<{ total: number }>(
    kept
      ? `select coalesce(sum(l.n), 0)::int as total from ${kept[0]} l where ${sql}`
      : `select count(*)::int as total from leads l where ${sql}`,
    values,
  );
  return rows[0]?.total ?? 0;
}
