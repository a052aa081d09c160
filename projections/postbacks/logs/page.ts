import type { Db } from '@crm/platform/postgres/transaction.ts';
import { type Count, withinDay } from './counts.ts';
import { type AskedLogs, whereOf, within } from './filters.ts';

/**
 * The ids of a page of a log, newest first. The counts tell in which period the page starts, so that only rows of that
 * period are skipped; and which kinds exist, so that a page without successes is read from its own index
 * (postback_deliveries_bad) and not filtered out of all successes.
 */
export async function pageOf(
  db: Db,
  logs: AskedLogs,
  counts: readonly Count[],
  { page, limit }: { page: number; limit: number },
): Promise<string[]> {
  const period = placeOf(counts, (page - 1) * limit);
  if (!period) return [];
  const shorter = period.skip > 0 ? await withinDay(db, logs, period) : null;
  const place = shorter ? placeOf(shorter, period.skip) : period;
  if (!place) return [];
  const before = earlier(logs.before, place.before);
  const kinds = kindsOf(counts.filter((count) => count.from <= period.from));
  const ids =
    logs.leads === null && !kinds.some(({ status }) => status === 'success') ? idsByKind : idsInOrder;
  return ids(db, logs, { before, skip: place.skip, limit, kinds });
}

/** The period that contains the row after `skip` rows, and the number of rows to skip in it. */
function placeOf(counts: readonly Count[], skip: number) {
  let left = skip;
  for (let at = 0; at < counts.length; ) {
    const from = counts[at]?.from ?? new Date(0);
    let end = at;
    let n = 0;
    for (; counts[end]?.from.getTime() === from.getTime(); end += 1) n += counts[end]?.n ?? 0;
    const before = counts[at]?.before ?? from;
    if (left < n) return { from, before, skip: left };
    left -= n;
    at = end;
  }
  return null;
}

const earlier = (one: Date | null, other: Date) => (one && one < other ? one : other);

type Kind = { status: string; response: string };
type PageRows = { before: Date; skip: number; limit: number; kinds: readonly Kind[] };

function kindsOf(counts: readonly Count[]): Kind[] {
  const kinds = new Map(
    counts.map(({ status, response }) => [`${status} ${response}`, { status, response }]),
  );
  return [...kinds.values()];
}

/** Reads one index in its order: postback_deliveries_log, _event, or _lead. */
async function idsInOrder(db: Db, logs: AskedLogs, { before, skip, limit }: PageRows): Promise<string[]> {
  const values: unknown[] = [logs.tenant];
  const { rows } = await db.query<{ id: string }>(
    `select d.id from postback_deliveries d
      where d.tenant = $1 and ${whereOf(logs, values)} and ${within(logs.from, before, values)}
      order by d.created_at desc, d.id desc limit $${values.push(limit)} offset $${values.push(skip)}`,
    values,
  );
  return rows.map(({ id }) => id);
}

/** Merges several ranges of one index, each in its order: postback_deliveries_bad. */
async function idsByKind(
  db: Db,
  logs: AskedLogs,
  { before, skip, limit, kinds }: PageRows,
): Promise<string[]> {
  const values: unknown[] = [logs.tenant];
  const { rows } = await db.query<{ id: string }>(
    `select found.id
       from unnest($${values.push(kinds.map(({ status }) => status))}::text[],
                   $${values.push(kinds.map(({ response }) => response))}::text[]) kind (status, response)
      cross join lateral (
        select d.id, d.created_at from postback_deliveries d
         where d.tenant = $1 and d.status = kind.status and d.response = kind.response and d.status <> 'success'
           and ${whereOf(logs, values)} and ${within(logs.from, before, values)}
         order by d.created_at desc, d.id desc limit $${values.push(skip + limit)}
      ) found
      order by found.created_at desc, found.id desc limit $${values.push(limit)} offset $${values.push(skip)}`,
    values,
  );
  return rows.map(({ id }) => id);
}
