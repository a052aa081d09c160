import type { LeadListQuery } from '@crm/contracts/leads/read.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { z } from 'zod';
import type { Where } from './filters.ts';
import { leadTotals } from './row.ts';

type Direction = 'asc' | 'desc';
type Wanted = Pick<z.output<typeof LeadListQuery>, 'page' | 'limit' | 'sortBy' | 'sortOrder'>;

/** Each ends so that no two leads are equal. By the index of its name; status by leads_status. */
const orders: Record<Wanted['sortBy'], (to: Direction) => string> = {
  createdAt: (to) => `l.created_at ${to}, l.id ${to}`,
  orderId: (to) => `l.order_id ${to}`,
  total: (to) => `l.total ${to}, l.id ${to}`,
  status: (to) => `l.status ${to}, l.created_at ${to}, l.id ${to}`,
};

export const orderOf = ({ sortBy, sortOrder }: Wanted) => orders[sortBy](sortOrder);

/** Which leads stand on a page, in their order, and how many there are on all pages. */
export function idsOfPage(wanted: Wanted, where: Where, db: Db): Promise<{ ids: string[]; total: number }> {
  return where.columns.has('search') ? foundPage(wanted, where, db) : indexPage(wanted, where, db);
}

/**
 * Read from an index alone, if one serves. Beyond the middle it is read from its other end, so that the last page
 * costs what the first does.
 */
async function indexPage(wanted: Wanted, where: Where, db: Db) {
  const { page, limit, sortBy, sortOrder } = wanted;
  const total = await totalOf(where, db);
  const skipped = (page - 1) * limit;
  const length = Math.min(limit, total - skipped);
  if (length <= 0) return { ids: [], total };
  const fromEnd = skipped > total / 2;
  const opposite = sortOrder === 'asc' ? 'desc' : 'asc';
  const { rows } = await db.query<{ id: string }>(
    `select l.id from leads l
      where ${where.sql}
      order by ${orders[sortBy](fromEnd ? opposite : sortOrder)}
      limit ${length} offset ${fromEnd ? total - skipped - length : skipped}`,
    where.values,
  );
  const ids = rows.map(({ id }) => id);
  return { ids: fromEnd ? ids.reverse() : ids, total };
}

/** What a search finds has no order yet, so all of it is gone through; counted in the same go. */
async function foundPage(wanted: Wanted, where: Where, db: Db) {
  const { page, limit } = wanted;
  const { rows } = await db.query<{ id: string; total: number }>(
    `select l.id, (count(*) over ())::int as total from leads l
      where ${where.sql}
      order by ${orderOf(wanted)}
      limit ${limit} offset ${(page - 1) * limit}`,
    where.values,
  );
  const total = rows[0]?.total ?? (page === 1 ? 0 : await totalOf(where, db));
  return { ids: rows.map(({ id }) => id), total };
}

/** From totals that are kept, where one knows all that is asked for; else counted. */
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
