import { getPlan, listPlans, type Plan, type PlanOnSale, plansForSale } from '@crm/contracts/plans/plans.ts';
import { PLATFORM_TENANT } from '@crm/events/ids.ts';
import { fromMinor } from '@crm/events/language/money.ts';
import { anyone, superAdmins } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { query } from '../query.ts';
import type { PlanRow } from './table.ts';

/** The most plans of a list; an installation sells a few. */
const MOST = 500;

/** Lists plans, oldest first. Index plans_tenant. */
export const plansList = query({
  endpoint: listPlans,
  policy: superAdmins,
  reads: ['plans'],
  async run({ query: { isActive } }, db) {
    const { rows } = await db.query<PlanRow>(
      `select * from plans where tenant = $1 and ($2::boolean is null or is_active = $2)
        order by created_at, id limit $3`,
      [PLATFORM_TENANT, isActive ?? null, MOST],
    );
    return { kind: 'answer', data: rows.map(planOf) };
  },
});

/** Reads one plan by the primary key. */
export const planDetail = query({
  endpoint: getPlan,
  policy: superAdmins,
  reads: ['plans'],
  async run({ params }, db) {
    const { rows } = await db.query<PlanRow>('select * from plans where tenant = $1 and id = $2', [
      PLATFORM_TENANT,
      params.id,
    ]);
    const [row] = rows;
    return row ? { kind: 'answer', data: { plan: planOf(row) } } : refused('plan-not-found');
  },
});

/** Lists the plans on sale for everyone, cheapest first. Index plans_tenant. */
export const plansOnSale = query({
  endpoint: plansForSale,
  policy: anyone,
  reads: ['plans'],
  async run(_, db) {
    const { rows } = await db.query<PlanRow>(
      `select * from plans where tenant = $1 and is_active
        order by (details->'price'->>'minor')::bigint, created_at, id limit $2`,
      [PLATFORM_TENANT, MOST],
    );
    return { kind: 'answer', data: rows.map(onSale) };
  },
});

/** A plan as buyers see it. */
export function onSale({ id, details }: Pick<PlanRow, 'id' | 'details'>): PlanOnSale {
  const { price, isActive: _, ...shown } = details;
  return { _id: id, ...shown, price: fromMinor(price.minor), currency: price.currency };
}

function planOf(row: PlanRow): Plan {
  return {
    ...onSale(row),
    isActive: row.is_active,
    edition: row.edition,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    revision: row.revision,
  };
}
