import type { Db } from '@crm/platform/postgres/transaction.ts';
import { type AskedLogs, whereOf, within } from './filters.ts';

/** What there is of one kind in one stretch of a log: a half hour, or the part of one at an end of the period. */
export type Count = {
  /** The stretch: from the first, before the second. */
  from: Date;
  before: Date;
  status: string;
  response: string;
  n: number;
  retried: number;
  ms: number;
  timed: number;
};

const HALF_HOUR_MS = 30 * 60 * 1000;

/**
 * What the filters let through, newest stretch first: whole half hours from the counts that the database keeps (primary
 * key of postback_counts), the parts of one at both ends of the period counted in the log itself.
 */
export async function countsOf(db: Db, asked: AskedLogs): Promise<Count[]> {
  if (asked.leads) return counted(db, asked, asked.from, asked.before);
  const first = asked.from && new Date(Math.ceil(asked.from.getTime() / HALF_HOUR_MS) * HALF_HOUR_MS);
  const last = asked.before && new Date(Math.floor(asked.before.getTime() / HALF_HOUR_MS) * HALF_HOUR_MS);
  // A period without a whole half hour has nothing that was counted before.
  if (first && last && first >= last) return counted(db, asked, asked.from, asked.before);
  const newest =
    asked.before && last && asked.before > last ? await counted(db, asked, last, asked.before) : [];
  const oldest = asked.from && first && asked.from < first ? await counted(db, asked, asked.from, first) : [];
  return [...newest, ...(await kept(db, asked, first, last)), ...oldest];
}

type Kept = Omit<Count, 'from' | 'before'> & { since: Date };

async function kept(db: Db, asked: AskedLogs, from: Date | null, before: Date | null): Promise<Count[]> {
  const { rows } = await db.query<Kept>(
    `select since, status, response, sum(n)::float8 as n,
            sum(retried)::float8 as retried, sum(ms)::float8 as ms, sum(timed)::float8 as timed
       from postback_counts
      where postback = $1
        and ($2::text is null or status = $2) and ($3::text is null or event = $3)
        and ($4::text is null or response = $4)
        and ($5::timestamptz is null or since >= $5)
        and ($6::timestamptz is null or since < $6)
      group by since, status, response
     having sum(n) > 0
      order by since desc`,
    [asked.postback, asked.status, asked.event, asked.response, from, before],
  );
  return rows.map(({ since, ...rest }) => ({
    from: since,
    before: new Date(since.getTime() + HALF_HOUR_MS),
    ...rest,
  }));
}

async function counted(db: Db, asked: AskedLogs, from: Date | null, before: Date | null): Promise<Count[]> {
  const values: unknown[] = [];
  const { rows } = await db.query<Omit<Count, 'from' | 'before'>>(
    `select d.status, d.response, count(*)::float8 as n, (count(*) filter (where d.attempts > 1))::float8 as retried,
            coalesce(sum(d.response_ms), 0)::float8 as ms, count(d.response_ms)::float8 as timed
       from postback_deliveries d where ${whereOf(asked, values)} and ${within(from, before, values)}
      group by d.status, d.response`,
    values,
  );
  return rows.map((row) => ({ from: from ?? BEGINNING, before: before ?? END, ...row }));
}

const BEGINNING = new Date(0);
const END = new Date('9999-12-31T00:00:00Z');

export const sumOf = (counts: readonly Count[], field: 'n' | 'retried' | 'ms' | 'timed') =>
  counts.reduce((sum, count) => sum + count[field], 0);
