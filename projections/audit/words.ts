import type { Db } from '@crm/platform/postgres/transaction.ts';
import { rangeEnd, rangeStart } from '../days.ts';
import { matching, type Patterns } from '../search/patterns.ts';
import { columnsSql, orderSql, timeSql } from './conditions.ts';
import { type AskedPage, scopeSql } from './scope.ts';
import { weekOf } from './table.ts';

/** A common word or field fills a page among this many entries. */
const NEWEST = 1_000;
/**
 * As many are read before the index of texts if an actor, an action or an address may leave few entries; and for one page
 * if the index has nothing to find: it has no words of one or two letters.
 */
const NEWEST_OF_FILTER = 20_000;

/** The positions of a page, and the entry at which the search stopped before the page was full; null if it did not. */
export type Found = { positions: string[]; stoppedAt: string | null };

/**
 * The positions of a page of entries whose texts match. First among the newest entries that the other filters leave; if
 * these fill no page and are not all, by the index of texts, week by week.
 */
export async function withPatterns(db: Db, asked: AskedPage, patterns: Patterns): Promise<Found> {
  const { actor, action, ip } = asked.filters;
  const isFiltered = actor !== undefined || action !== undefined || ip !== undefined;
  const isIndexed = patterns.some((any) => any.every(hasTrigram));
  for (const most of isFiltered || !isIndexed ? [NEWEST, NEWEST_OF_FILTER] : [NEWEST]) {
    const { positions, last, areAll } = await amongNewest(db, asked, patterns, most);
    if (areAll || positions.length >= asked.limit) return { positions, stoppedAt: null };
    if (!isIndexed && most === NEWEST_OF_FILTER) return { positions, stoppedAt: last };
  }
  return { positions: await byWeeks(db, asked, patterns), stoppedAt: null };
}

/** Whether the trigram index has the pattern: three letters or digits that follow each other. */
const hasTrigram = (pattern: string) => /[\p{Alphabetic}\p{Nd}]{3}/u.test(pattern);

/** Texts by their primary key: `limit` keeps the planner from the index of texts, which would be read as a whole. */
async function amongNewest(db: Db, asked: AskedPage, patterns: Patterns, most: number) {
  const { mark, ofScope, values } = scopeSql(asked.scope);
  const where = `${columnsSql(asked, values)} ${timeSql(asked, values, 'e')}`;
  const { rows } = await db.query<{ read: number; last: string | null; positions: string[] }>(
    `${mark} with newest as materialized (
       select e.at, e.position from audit_events e where e.tenant ${ofScope} ${where}
        order by ${orderSql(asked, 'e')} limit ${most}
     ) select (select count(*) from newest)::int as read,
       (select position from newest offset ${most - 1}) as last, array(
       select e.position from newest e cross join lateral (
         select t.text from audit_texts t where t.tenant ${ofScope} and t.position = e.position limit 1
       ) t where ${matching('t.text', patterns, values)}
        order by ${orderSql(asked, 'e')} limit $${values.push(asked.limit)}
     ) as positions`,
    values,
  );
  const [row] = rows;
  return { positions: row?.positions ?? [], last: row?.last ?? null, areAll: (row?.read ?? 0) < most };
}

/**
 * By the index audit_texts_text, which has the week: a week without a match costs some pages of the index. The
 * outer loop takes the weeks in their order and ends when the page is full, so that of a word that was common once, only
 * the matches of its last week are read and sorted.
 */
async function byWeeks(db: Db, asked: AskedPage, patterns: Patterns): Promise<string[]> {
  const weeks = await weeksOf(db, asked);
  if (!weeks) return [];
  const { mark, ofScope, values } = scopeSql(asked.scope);
  const [first, last] = [`$${values.push(weeks.first)}::int`, `$${values.push(weeks.last)}::int`];
  const columns = columnsSql(asked, values);
  const events = columns
    ? `join audit_events e on e.position = t.position and e.tenant = t.tenant ${columns}`
    : '';
  const limit = `$${values.push(asked.limit)}`;
  const { rows } = await db.query<{ position: string }>(
    `${mark} select found.position
       from generate_series(${asked.place?.to === 'newer' ? `${first}, ${last}` : `${last}, ${first}, -1`}) w (week)
      cross join lateral (
        select t.position from audit_texts t ${events}
         where t.tenant ${ofScope} and t.week = w.week and ${matching('t.text', patterns, values)}
           ${timeSql(asked, values, 't')}
         order by ${orderSql(asked, 't')} limit ${limit}
      ) found limit ${limit}`,
    values,
  );
  return rows.map(({ position }) => position);
}

/** The weeks that the page can be of; null if it is empty. Index audit_tenant or audit_time. */
async function weeksOf(
  db: Db,
  { scope, filters, place }: AskedPage,
): Promise<{ first: number; last: number } | null> {
  const { mark, ofScope, values } = scopeSql(scope);
  const at = (direction: string) =>
    `(select e.at from audit_events e where e.tenant ${ofScope} order by e.at ${direction}, e.position ${direction} limit 1)`;
  const { rows } = await db.query<{ oldest: Date | null; newest: Date | null }>(
    `${mark} select ${at('asc')} as oldest, ${at('desc')} as newest`,
    values,
  );
  const { oldest = null, newest = null } = rows[0] ?? {};
  if (!oldest || !newest) return null;
  const { startDate, endDate } = filters;
  const first = [
    oldest,
    ...(startDate ? [rangeStart(startDate)] : []),
    ...(place?.to === 'newer' ? [place.at] : []),
  ];
  const last = [
    newest,
    ...(endDate ? [rangeEnd(endDate)] : []),
    ...(place?.to === 'older' ? [place.at] : []),
  ];
  return { first: Math.max(...first.map(weekOf)), last: Math.min(...last.map(weekOf)) };
}
