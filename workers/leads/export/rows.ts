import type { Db } from '@crm/platform/postgres/transaction.ts';
import { columns } from './columns.ts';

/** A value as Postgres stores it: money in minor units, an instant in milliseconds. */
export type Value = string | number | boolean | null;

/** The values of `columns` of each lead, and the ids of leads that no longer exist. */
export type Rows = { rows: Value[][]; gone: string[] };

/**
 * Reads the rows of some leads of one tenant, in the order of the ids. Uses the primary keys of leads, users and offers,
 * and lead_comments_lead for the newest comment.
 *
 * 8 µs of processor time in Postgres and 6 in Node per lead. One JSON value of all leads takes 11 and 5: Postgres looks
 * up how to write each value of each row.
 */
export async function rowsOf(db: Db, tenant: string, ids: readonly string[]): Promise<Rows> {
  const { rows: found } = await db.query<[exists: boolean, ...Value[]]>({
    // Prepared: planning takes 2 to 12 ms.
    name: 'export-rows',
    rowMode: 'array',
    text: `select l.id is not null, ${columns.map(({ sql }) => sql).join(', ')}
       from unnest($2::uuid[]) with ordinality as asked (id, place)
       left join leads l on l.tenant = $1 and l.id = asked.id
       left join users u on u.tenant = l.tenant and u.id = l.operator_id
       left join offers o on o.tenant = l.tenant and o.id = l.offer_id
       left join lateral (
         select content, author, created_at from lead_comments
          where tenant = $1 and lead_id = l.id and l.comment_count > 0 order by revision desc limit 1
       ) c on true
      order by asked.place`,
    values: [tenant, ids],
  });
  const rows: Value[][] = [];
  const gone: string[] = [];
  for (const [at, [exists, ...values]] of found.entries()) {
    if (exists) rows.push(values);
    else gone.push(ids[at] ?? '');
  }
  return { rows, gone };
}
