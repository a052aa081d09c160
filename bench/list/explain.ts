import { LeadListQuery } from '@crm/contracts/leads/read.ts';
import { asTenant, type Db } from '@crm/platform/postgres/transaction.ts';
import { pageOf } from '@crm/projections/leads/list.ts';
import type { Pool, QueryConfig } from 'pg';
import type { Combination } from './combinations.ts';
import { type Loaded, operator } from './load.ts';

/** Prints the plan of every statement that a page needs. */
export async function explain(
  pool: Pool,
  { tenant }: Loaded,
  { name, as, query }: Combination,
  page: number,
) {
  console.info(`\n--- ${name}, page ${page}`);
  const reach = { tenant, operator: as === 'operator' ? operator.id : null };
  await asTenant(pool, tenant, async (db) => {
    const explaining = {
      query: async (asked: string | QueryConfig<unknown[]>, itsValues: unknown[]) => {
        const { text: sql, values = [] } =
          typeof asked === 'string' ? { text: asked, values: itsValues } : asked;
        const plan = await db.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${sql}`, values);
        console.info(`${sql.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
        for (const row of plan.rows) console.info(`  ${row['QUERY PLAN'].slice(0, 200)}`);
        return db.query(sql, values);
      },
    };
    // The list uses only query(sql, values) of a connection, and query({ name, text, values }).
    await pageOf(LeadListQuery.parse({ ...query, page }), reach, explaining as Db);
  });
}
