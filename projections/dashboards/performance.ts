import type { AdminDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import { type Currency, fromMinor } from '@crm/events/language/money.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { midnight } from '../days.ts';
import { percent } from '../percent.ts';
import { daysFrom } from './periods.ts';

/** Days from `first` to `last`, both included, in a time zone. */
type Days = { first: string; last: string; timeZone: string };

type Sum = { currency: Currency; leads: number; total: string };

/** One amount per currency, in the order of the currencies; currencies without leads are left out. */
const amountsOf = (sums: readonly Sum[]) =>
  sums.map(({ currency, total }) => ({ currency, amount: fromMinor(Number(total)) }));

/**
 * Approved leads and revenue per day of their creation. Reads the quarter hours of the period by the key of
 * lead_figures_by_quarter_hour.
 */
export async function revenueByDay(
  db: Db,
  tenant: string,
  { first, last, timeZone }: Days,
): Promise<AdminDashboard['revenueChart']> {
  const { rows } = await db.query<Sum & { day: string }>(
    `select (f.quarter_hour at time zone $4)::date::text as day, f.currency,
            sum(f.leads)::int as leads, sum(f.total)::text as total
       from lead_figures_by_quarter_hour f
      where f.tenant = $1 and f.quarter_hour >= $2 and f.quarter_hour < $3 and f.status = 'approved'
      group by 1, 2 having sum(f.leads) > 0 order by 1, 2`,
    [tenant, midnight(first, 0, timeZone), midnight(last, 1, timeZone), timeZone],
  );
  return daysFrom(first, last).map((date) => {
    const sums = rows.filter(({ day }) => day === date);
    return { date, orders: sums.reduce((sum, { leads }) => sum + leads, 0), revenue: amountsOf(sums) };
  });
}

const MOST_PERFORMERS = 10;

/** The operators with the most approved leads among those created in the period; their names from users. */
export async function topPerformers(
  db: Db,
  tenant: string,
  { first, last, timeZone }: Days,
): Promise<AdminDashboard['topPerformers']> {
  const { rows } = await db.query<{
    id: string;
    name: string;
    leads: number;
    approved: number;
    revenue: Sum[];
  }>(
    `with counted as (
       select f.operator_id as id, f.currency, sum(f.leads)::int as leads,
              coalesce(sum(f.leads) filter (where f.status = 'approved'), 0)::int as approved,
              coalesce(sum(f.total) filter (where f.status = 'approved'), 0)::text as total
         from lead_figures_by_quarter_hour f
        where f.tenant = $1 and f.quarter_hour >= $2 and f.quarter_hour < $3 and f.operator_id is not null
        group by 1, 2 having sum(f.leads) > 0
     )
     select c.id, coalesce(u.full_name, '') as name, sum(c.leads)::int as leads, sum(c.approved)::int as approved,
            coalesce(json_agg(json_build_object('currency', c.currency, 'leads', c.approved, 'total', c.total)
                              order by c.currency) filter (where c.approved > 0), '[]') as revenue
       from counted c left join users u on u.tenant = $1 and u.id = c.id
      group by c.id, u.full_name
      order by approved desc, leads desc, name, c.id limit ${MOST_PERFORMERS}`,
    [tenant, midnight(first, 0, timeZone), midnight(last, 1, timeZone)],
  );
  return rows.map(({ id, name, leads, approved, revenue }) => ({
    operatorId: id,
    fullName: name,
    totalLeads: leads,
    approvedLeads: approved,
    conversionRate: percent(approved, leads),
    revenue: amountsOf(revenue),
  }));
}
