import type { Db } from '@crm/platform/postgres/transaction.ts';
import { DAY_MS } from '../../durations.ts';
import { type AskedLogs, whereOf, within } from './filters.ts';

/**
 * Counts of one kind in one period of a log: a day, a half hour, or a part of one at an end of the requested period.
 */
export type Count = {
  /** The period: from `from` (inclusive) to `before` (exclusive). */
  from: Date;
  before: Date;
  status: string;
  response: string;
  n: number;
  retried: number;
  ms: number;
  timed: number;
};

/** A period of a log; null where it has no limit. */
type Period = { from: Date | null; before: Date | null };

/** A table of counts for periods of one length. */
type Scale = { table: 'postback_counts' | 'postback_half_hours'; ms: number };
const days: Scale = { table: 'postback_counts', ms: DAY_MS };
const halfHours: Scale = { table: 'postback_half_hours', ms: 30 * 60 * 1000 };

/** The counts that match the filters, newest period first. */
export function countsOf(db: Db, logs: AskedLogs): Promise<Count[]> {
  return countsIn(db, logs, logs, logs.leads ? [] : [days, halfHours]);
}

/** Splits a whole day into half hours; null if the period is no whole day or cannot be split. */
export async function withinDay(
  db: Db,
  logs: AskedLogs,
  day: Pick<Count, 'from' | 'before'>,
): Promise<Count[] | null> {
  const isDay = day.before.getTime() - day.from.getTime() === DAY_MS && logs.leads === null;
  return isDay ? countsIn(db, logs, day, [halfHours]) : null;
}

/**
 * Reads whole periods from the stored counts, and the parts at both ends from finer counts, finally from the log
 * itself.
 */
async function countsIn(
  db: Db,
  logs: AskedLogs,
  period: Period,
  [scale, ...finer]: readonly Scale[],
): Promise<Count[]> {
  if (!scale) return counted(db, logs, period);
  const { from, before } = period;
  const first = from && new Date(Math.ceil(from.getTime() / scale.ms) * scale.ms);
  const last = before && new Date(Math.floor(before.getTime() / scale.ms) * scale.ms);
  if (first && last && first >= last) return countsIn(db, logs, period, finer);
  const newest =
    before && last && last < before ? await countsIn(db, logs, { from: last, before }, finer) : [];
  const oldest =
    from && first && from < first ? await countsIn(db, logs, { from, before: first }, finer) : [];
  const whole = await kept(db, logs, scale, { from: first, before: last });
  return [...newest, ...whole, ...oldest];
}

type Kept = Omit<Count, 'from' | 'before'> & { since: Date };

/** Reads stored counts by the primary key of the table. */
async function kept(
  db: Db,
  logs: AskedLogs,
  { table, ms: length }: Scale,
  { from, before }: Period,
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
    [logs.tenant, logs.postback, logs.status, logs.event, logs.response, from, before],
  );
  return rows.map(({ since, ...rest }) => ({
    from: since,
    before: new Date(since.getTime() + length),
    ...rest,
  }));
}

/** Counts rows of the log: index postback_deliveries_log, or _lead. */
async function counted(db: Db, logs: AskedLogs, { from, before }: Period): Promise<Count[]> {
  const values: unknown[] = [logs.tenant];
  const { rows } = await db.query<Omit<Count, 'from' | 'before'>>(
    `select d.status, d.response, count(*)::float8 as n, (count(*) filter (where d.attempts > 1))::float8 as retried,
            coalesce(sum(d.response_ms), 0)::float8 as ms, count(d.response_ms)::float8 as timed
       from postback_deliveries d
      where d.tenant = $1 and ${whereOf(logs, values)} and ${within(from, before, values)}
      group by d.status, d.response`,
    values,
  );
  return rows.map((row) => ({ from: from ?? BEGINNING, before: before ?? END, ...row }));
}

const BEGINNING = new Date(0);
const END = new Date('9999-12-31T00:00:00Z');

export const sumOf = (counts: readonly Count[], field: 'n' | 'retried' | 'ms' | 'timed') =>
  counts.reduce((sum, count) => sum + count[field], 0);
