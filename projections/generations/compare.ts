import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { AnyProjection } from '../projection.ts';
import { columnsOf, definitionsOf, generationOf } from './tables.ts';

/** The rows of two generations of one table at the same position. */
export type Comparison = {
  table: string;
  rows: { live: number; rebuilt: number };
  /** Whether both have the same rows, in any order. */
  same: boolean;
  /** The first different rows of a table; none of a derived one, whose rows follow from its table's. */
  first: DifferentRow[];
};

/** A row that differs: the ids in its key, and the columns with another value. Values could be personal data. */
export type DifferentRow = {
  ids: Record<string, string>;
  /** The generation that has the row, or both. */
  in: 'live' | 'rebuilt' | 'both';
  columns: string[];
};

const MOST_NAMED = 5;

type Generations = { live: number; rebuilt: number };

/** Compares two generations by table, in the caller's transaction. */
export async function compare(
  client: Db,
  projection: AnyProjection,
  generations: Generations,
): Promise<Comparison[]> {
  const result: Comparison[] = [];
  for (const { name: table, visible } of definitionsOf(projection)) {
    const a = await digest(client, generationOf(table, generations.live), visible);
    const b = await digest(client, generationOf(table, generations.rebuilt), visible);
    const same = a.rows === b.rows && a.hash === b.hash;
    const first = same ? [] : await firstDifferent(client, projection, table, generations);
    result.push({ table, rows: { live: a.rows, rebuilt: b.rows }, same, first });
  }
  return result;
}

/** Reads both tables whole: seconds for a million rows, in the rare case that something is wrong. */
async function firstDifferent(
  client: Db,
  { tables }: AnyProjection,
  name: string,
  { live, rebuilt }: Generations,
): Promise<DifferentRow[]> {
  const table = tables.find((each) => each.name === name);
  if (!table) return [];
  const ids = columnsOf(table).flatMap(({ name, type }) =>
    table.key.includes(name) && type === 'uuid' ? [`'${name}', coalesce(a.${name}, b.${name})`] : [],
  );
  const key = table.key.map((column) => `a.${column} = b.${column}`).join(' and ');
  const { rows } = await client.query<DifferentRow>(
    `/* every tenant: two generations are compared whole */
     select jsonb_build_object(${ids.join(', ')}) as ids,
            case when a is null then 'rebuilt' when b is null then 'live' else 'both' end as in,
            array(select x.key from jsonb_each(to_jsonb(a)) x join jsonb_each(to_jsonb(b)) y on x.key = y.key
                   where x.value is distinct from y.value) as columns
       from ${generationOf(name, live)} a full join ${generationOf(name, rebuilt)} b on ${key}
      where a is distinct from b limit ${MOST_NAMED}`,
  );
  return rows;
}

/**
 * The sum of row hashes depends on every row but not on their order. The values of a row are hashed as they are stored:
 * as text, half of the time of a comparison would go into writing them.
 */
async function digest(client: Db, table: string, visible: string): Promise<{ rows: number; hash: string }> {
  const { rows } = await client.query<{ rows: string; hash: string }>(
    `/* every tenant: two generations are compared whole */
     select count(*) as rows, coalesce(sum(hash_record_extended(t, 0)::numeric), 0)::text as hash
       from ${table} t ${visible && `where ${visible}`}`,
  );
  return { rows: Number(rows[0]?.rows), hash: rows[0]?.hash ?? '' };
}
