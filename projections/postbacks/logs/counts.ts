import type { Db } from '@crm/platform/postgres/transaction.ts';
import { type AskedLogs, DAY_MS, whereOf, within } from './filters.ts';

/** What there is of one kind in one stretch of a log: a day, a half hour, or the part of one at an end of the period. */
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

/** Counts that the database keeps, for stretches of one length. */
type Scale = { table: 'postback_counts' | 'postback_half_hours'; ms: number };
const days: Scale = { table: 'postback_counts', ms: DAY_MS };
const halfHours: Scale = { table: 'postback_half_hours', ms: 30 * 60 * 1000 };

/** What the filters let through, newest stretch first. */
export function countsOf(db: Db, asked: AskedLogs): Promise<Count[]> {
  return countsIn(db, asked, asked.from, asked.before, asked.leads ? [] : [days, halfHours]);
}

/** A whole day in shorter stretches; null where a stretch is none, and has no shorter ones. */
export async function withinDay(
  db: Db,
  asked: AskedLogs,
  { from, before }: Pick<Count, 'from' | 'before'>,
): Promise<Count[] | null> {
  const isDay = before.getTime() - from.getTime() === DAY_MS && asked.leads === null;
  return isDay ? countsIn(db, asked, from, before, [halfHours]) : null;
}

/** Whole stretches as they were counted, the parts at both ends by the finer scales, and in the end in the log itself. */
async function countsIn(
  db: Db,
  asked: AskedLogs,
  from: Date | null,
  before: Date | null,
  [scale, ...finer]: readonly Scale[],
): Promise<Count[]> {
  if (!scale) return counted(db, asked, from, before);
  const first = from && new Date(Math.ceil(from.getTime() / scale.ms) * scale.ms);
  const last = before && new Date(Math.floor(before.getTime() / scale.ms) * scale.ms);
  if (first && last && first >= last) return countsIn(db, asked, from, before, finer);
  const newest = before && last && last < before ? await countsIn(db, asked, last, before, finer) : [];
  const oldest = from && first && from < first ? await countsIn(db, asked, from, first, finer) : [];
  return [...newest, ...(await kept(db, asked, scale, first, last)), ...oldest];
}

type Kept = Omit<Count, 'from' | 'before'> & { since: Date };

/** By the primary key of either table. */
async function kept(
  db: Db,
  asked: AskedLogs,
  { table, ms: length }: Scale,
  from: Date | null,
  before: Date | null,
): Promise<Count[]> {
  const { rows } = await db.query<Kept>(
    `select since, status, response, sum(n)::float8 as n, sum(retried)::float8 as retried, sum(ms)::float8 as ms,
            sum(timed)::float8 as timed
       from ${table}
      where tenant = $1 and postback = $2
        and ($3::text is null or status = $3) and ($4::text is null or event = $4)
        and ($5::text is null or response = $5)
        and ($6::timestamptz is null or since >= $6) and ($7::timestamptz is null or since < $7)
      group by since, status, response
     having sum(n) > 0
      order by since desc`,
    [asked.tenant, asked.postback, asked.status, asked.event, asked.response, from, before],
  );
  return rows.map(({ since, ...rest }) => ({
    from: since,
    before: new Date(since.getTime() + length),
    ...rest,
  }));
}

/** Counted in the log: index postback_deliveries_log, or _lead. */
async function counted(db: Db, asked: AskedLogs, from: Date | null, before: Date | null): Promise<Count[]> {
  const values: unknown[] = [asked.tenant];
  const { rows } = await db.query<Omit<Count, 'from' | 'before'>>(
    `select d.status, d.response, count(*)::float8 as n, (count(*) filter (where d.attempts > 1))::float8 as retried,
            coalesce(sum(d.response_ms), 0)::float8 as ms, count(d.response_ms)::float8 as timed
       from postback_deliveries d
      where d.tenant = $1 and ${whereOf(asked, values)} and ${within(from, before, values)}
      group by d.status, d.response`,
    values,
  );
  return rows.map((row) => ({ from: from ?? BEGINNING, before: before ?? END, ...row }));
}

const BEGINNING = new Date(0);
const END = new Date('9999-12-31T00:00:00Z');

export const sumOf = (counts: readonly Count[], field: 'n' | 'retried' | 'ms' | 'timed') =>
  counts.reduce((sum, count) => sum + count[field], 0);
