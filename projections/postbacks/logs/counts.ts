import type { Db } from '@crm/platform/postgres/transaction.ts';
import { type AskedLogs, DAY_MS, whereOf, within } from './filters.ts';

/** What there is of one kind in one stretch of a log: a whole day, or the part of one at the end of the period. */
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

/**
 * What the filters let through, newest stretch first: whole days from the counts that the database keeps (primary key of
 * postback_counts), the parts of days at both ends of the period counted in the log itself.
 */
export async function countsOf(db: Db, asked: AskedLogs): Promise<Count[]> {
  if (asked.leads) return counted(db, asked, asked.from, asked.before);
  const firstDay = asked.from && new Date(Math.ceil(asked.from.getTime() / DAY_MS) * DAY_MS);
  const lastDay = asked.before && new Date(Math.floor(asked.before.getTime() / DAY_MS) * DAY_MS);
  // A period within one day, or across one midnight with no whole day, has nothing that was counted before.
  if (firstDay && lastDay && firstDay >= lastDay) return counted(db, asked, asked.from, asked.before);
  const newest =
    asked.before && lastDay && asked.before > lastDay ? await counted(db, asked, lastDay, asked.before) : [];
  const oldest =
    asked.from && firstDay && asked.from < firstDay ? await counted(db, asked, asked.from, firstDay) : [];
  return [...newest, ...(await kept(db, asked, firstDay, lastDay)), ...oldest];
}

type Kept = Omit<Count, 'from' | 'before'> & { day: Date };

async function kept(db: Db, asked: AskedLogs, from: Date | null, before: Date | null): Promise<Count[]> {
  const { rows } = await db.query<Kept>(
    `select day::timestamp at time zone 'UTC' as day, status, response, sum(n)::float8 as n,
            sum(retried)::float8 as retried, sum(ms)::float8 as ms, sum(timed)::float8 as timed
       from postback_counts
      where postback = $1
        and ($2::text is null or status = $2) and ($3::text is null or event = $3)
        and ($4::text is null or response = $4)
        and ($5::timestamptz is null or day >= ($5 at time zone 'UTC')::date)
        and ($6::timestamptz is null or day < ($6 at time zone 'UTC')::date)
      group by day, status, response
     having sum(n) > 0
      order by day desc`,
    [asked.postback, asked.status, asked.event, asked.response, from, before],
  );
  return rows.map(({ day, ...rest }) => ({ from: day, before: new Date(day.getTime() + DAY_MS), ...rest }));
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
