import type { AdminDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import { type Currency, fromMinor } from '@crm/events/language/money.ts';
import { prepared } from '@crm/platform/postgres/prepared.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { addDays, daysFrom, midnight } from '../days.ts';
import { DAY_MS } from '../durations.ts';
import { percent } from '../percent.ts';

/** Days from `first` to `last`, both included, in a time zone. */
type Days = { first: string; last: string; timeZone: string };

type Sum = { currency: Currency; leads: number; total: string };

/** One amount per currency, in the order of the currencies; currencies without leads are left out. */
const amountsOf = (sums: readonly Sum[]) =>
  sums.map(({ currency, total }) => ({ currency, amount: fromMinor(Number(total)) }));

/**
 * Approved leads and revenue per day of their creation, by the key of lead_revenue_by_quarter_hour: at most 96 rows per
 * day and currency. Each day is read by itself: for the days at once, Postgres would have to find the day of each row.
 * The days begin where `midnight` says: where midnight comes twice, `at time zone` takes the second one.
 */
export async function revenueByDay(
  db: Db,
  tenant: string,
  { first, last, timeZone }: Days,
): Promise<AdminDashboard['revenueChart']> {
  const days = daysFrom(first, last);
  const starts = [...days, addDays(last, 1)].map((day) => midnight(day, 0, timeZone));
  const { rows } = await db.query<Sum & { day: number }>(
    prepared(
      `select d.n::int as day, f.currency, f.leads, f.total
         from unnest($2::timestamptz[], $3::timestamptz[]) with ordinality d(day, next, n)
        cross join lateral (
                select currency, sum(orders)::int as leads, sum(total)::text as total
                  from lead_revenue_by_quarter_hour
                 where tenant = $1 and quarter_hour >= d.day and quarter_hour < d.next
                 group by currency
              ) f`,
      [tenant, starts.slice(0, -1), starts.slice(1)],
    ),
  );
  return days.map((date, at) => {
    const sums = rows
      .filter(({ day }) => day === at + 1)
      .sort((a, b) => a.currency.localeCompare(b.currency));
    return { date, orders: sums.reduce((sum, { leads }) => sum + leads, 0), revenue: amountsOf(sums) };
  });
}

const MOST_PERFORMERS = 10;

/**
 * The operators with the most approved leads among those created in the period; their names from users. Whole days (UTC)
 * come from lead_figures_by_operator_day, the leads of less than two days at the period's ends by the index
 * leads_created.
 */
export async function topPerformers(
  db: Db,
  tenant: string,
  { first, last, timeZone }: Days,
): Promise<AdminDashboard['topPerformers']> {
  const [from, before] = [midnight(first, 0, timeZone), midnight(last, 1, timeZone)];
  const wholeFrom = Math.ceil(from.getTime() / DAY_MS) * DAY_MS;
  const wholeBefore = Math.max(wholeFrom, Math.floor(before.getTime() / DAY_MS) * DAY_MS);
  const { rows } = await db.query<{
    id: string;
    name: string;
    leads: number;
    approved: number;
    revenue: Sum[];
  }>(
    prepared(
      `with counted as (
         select f.operator_id as id, f.currency, sum(f.leads)::int as leads, sum(f.approved)::int as approved,
                sum(f.revenue)::text as total
           from (
             select d.operator_id, d.currency, d.leads, d.approved, d.revenue
               from lead_figures_by_operator_day d where d.tenant = $1 and d.day >= $4 and d.day < $5
             union all
             select l.operator_id, l.currency, 1, (l.status = 'approved')::int,
                    case when l.status = 'approved' then l.total else 0 end
               from leads l
              where l.tenant = $1 and l.operator_id is not null
                and (l.created_at >= $2 and l.created_at < least($3, $4) or l.created_at >= $5 and l.created_at < $3)
           ) f
          group by 1, 2
       )
       select c.id, coalesce(u.full_name, '') as name, sum(c.leads)::int as leads, sum(c.approved)::int as approved,
              coalesce(json_agg(json_build_object('currency', c.currency, 'leads', c.approved, 'total', c.total)
                                order by c.currency) filter (where c.approved > 0), '[]') as revenue
         from counted c left join users u on u.tenant = $1 and u.id = c.id
        group by c.id, u.full_name
        order by approved desc, leads desc, u.full_name collate "und-x-icu", c.id
        limit ${MOST_PERFORMERS}`,
      [tenant, from, before, new Date(wholeFrom), new Date(wholeBefore)],
    ),
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
