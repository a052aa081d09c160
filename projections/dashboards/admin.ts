import { dashboardStats } from '@crm/contracts/dashboards/dashboards.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { admins } from '@crm/platform/http/policy.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { countOf, drop } from '../bits.ts';
import { addDays } from '../days.ts';
import { DAY_MS } from '../durations.ts';
import { filterValue } from '../leads/filter-values.ts';
import { countMatches, type LeadCounts } from '../leads/find/counts.ts';
import { query } from '../query.ts';
import { timeZoneOf } from '../tenants/settings.ts';
import { revenueByDay, topPerformers } from './performance.ts';
import { firstDayOf, growthOf, periodsAt, since } from './periods.ts';
import { currentSubscription, usageOf } from './subscription.ts';

type Needs = { preloadReports: (tenant: TenantId) => void };

/** The figures of the admin's dashboard. Days are those of the request's time zone, or else of the tenant's. */
export const adminDashboard = query({
  endpoint: dashboardStats,
  policy: admins,
  reads: ['leads', 'users', 'offers', 'tenants', 'subscriptions', 'aside_leads', 'tenant-lead-days'],
  preloads: ({ preloadReports }: Needs, tenant) => preloadReports(tenant),
  async run({ query: { range, timeZone: requested }, caller: { tenant } }, db) {
    const now = new Date();
    const [timeZone, subscribed] = await Promise.all([
      timeZoneOf(db, tenant, requested),
      currentSubscription(db, tenant),
    ]);
    const periods = periodsAt(now, timeZone);
    const firstDay = firstDayOf(range, periods.today);
    const { unassigned, pending } = filterValue;
    const days = { first: firstDay, last: periods.today, timeZone };
    // All queries of a round are sent at once, on the call's one connection.
    const [[overview, waiting], people, revenueChart, performers] = await Promise.all([
      countMatches(db, { tenant, operator: null }, [unassigned, pending]).then((counts) =>
        Promise.all([overviewOf(counts, periods, now, timeZone), waitingOf(counts)]),
      ),
      peopleAndOffers(db, tenant),
      revenueByDay(db, tenant, days),
      topPerformers(db, tenant, days),
    ]);
    const { users, offers } = people;
    const stats = {
      overview,
      users,
      offers,
      pending: waiting,
      subscription: usageOf(subscribed, now),
      periods: { timeZone, today: periods.today, month: periods.month, range: firstDay },
      revenueChart,
      topPerformers: performers,
    };
    return { kind: 'answer', data: { stats } };
  },
});

async function overviewOf(
  { total, created }: LeadCounts,
  { today, month }: ReturnType<typeof periodsAt>,
  now: Date,
  timeZone: string,
) {
  const start = since(today, timeZone).from;
  const yesterday = since(addDays(today, -1), timeZone).from;
  const instant = now.getTime();
  const [todayLeads = 0, monthLeads = 0, upToNowYesterday = 0, lastWeek = 0, weekBefore = 0] = await created([
    since(today, timeZone),
    since(month, timeZone),
    // The same part of the day before: a morning is not compared with a whole day.
    { from: yesterday, before: yesterday + (instant - start) },
    { from: instant - 7 * DAY_MS, before: Number.POSITIVE_INFINITY },
    { from: instant - 14 * DAY_MS, before: instant - 7 * DAY_MS },
  ]);
  return {
    totalLeads: total,
    todayLeads,
    monthLeads,
    growth: { daily: growthOf(todayLeads, upToNowYesterday), weekly: growthOf(lastWeek, weekBefore) },
  };
}

async function waitingOf({ bits, having, ...counts }: LeadCounts) {
  const approvals = having(filterValue.pending);
  const unassigned = having(filterValue.unassigned);
  const overdue = await counts.overdue();
  const remaining = bits.slice();
  for (const leads of [approvals, unassigned, overdue]) drop(remaining, leads);
  return {
    approvals: countOf(approvals),
    unassigned: countOf(unassigned),
    overdue: countOf(overdue),
    remaining: countOf(remaining),
  };
}

/** Indexes users_tenant and offers_tenant: a tenant has few of both. */
async function peopleAndOffers(db: Db, tenant: string) {
  const { rows } = await db.query<{ users: Users; offers: Offers }>({
    name: 'count users and offers',
    text: `select (select json_build_object('activeOperators', count(*) filter (where u.is_active), 'totalOperators', count(*))
               from users u where u.tenant = $1 and u.role = 'operator') as users,
            (select json_build_object('activeOffers', count(*) filter (where o.is_active), 'totalOffers', count(*))
               from offers o where o.tenant = $1) as offers`,
    values: [tenant],
  });
  return (
    rows[0] ?? {
      users: { activeOperators: 0, totalOperators: 0 },
      offers: { activeOffers: 0, totalOffers: 0 },
    }
  );
}
type Users = { activeOperators: number; totalOperators: number };
type Offers = { activeOffers: number; totalOffers: number };
