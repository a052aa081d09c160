import type { Db } from '@crm/platform/postgres/transaction.ts';
import { columns } from './columns.ts';

/** A value in the database's JSON: money in minor units, an instant in milliseconds. */
export type Value = string | number | boolean | null;

/** The values of `columns` of each lead, and the ids of leads that no longer exist. */
export type Rows = { rows: Value[][]; gone: string[] };

/**
 * Reads the rows of some leads of one tenant, in the order of the ids. One JSON value is parsed faster than fifty
 * columns. Uses the primary keys of leads, users and offers, and lead_comments_lead for the newest comment.
 */
export async function rowsOf(db: Db, tenant: string, ids: readonly string[]): Promise<Rows> {
  const { rows } = await db.query<{ rows: Value[][] | null; gone: string[] | null }>(
    `select json_agg(json_build_array(${columns.map(({ sql }) => sql).join(', ')}) order by asked.place)
              filter (where l.id is not null) as rows,
            array_agg(asked.id::text order by asked.place) filter (where l.id is null) as gone
       from unnest($2::uuid[]) with ordinality as asked (id, place)
       left join leads l on l.tenant = $1 and l.id = asked.id
       left join users u on u.tenant = l.tenant and u.id = l.operator_id
       left join offers o on o.tenant = l.tenant and o.id = l.offer_id
       left join lateral (
         select content, author, created_at from lead_comments
          where tenant = $1 and lead_id = l.id order by revision desc limit 1
       ) c on true`,
    [tenant, ids],
  );
  const [found] = rows;
  return { rows: found?.rows ?? [], gone: found?.gone ?? [] };
}
