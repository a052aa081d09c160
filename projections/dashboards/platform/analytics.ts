import { type PlatformAnalytics, platformAnalytics } from '@crm/contracts/dashboards/platform.ts';
import { fromMinor } from '@crm/events/language/money.ts';
import type { PlanCurrency } from '@crm/events/plans/vocabulary.ts';
import { superAdmins } from '@crm/platform/http/policy.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { query } from '../../query.ts';
import { isNotImporting } from '../../tenants/importing.ts';

const DAYS = 30;

/** The figures of the installation: days and months in UTC, because organisations are in many time zones. */
export const analytics = query({
  endpoint: platformAnalytics,
  policy: superAdmins,
  reads: ['tenants', 'tenant-lead-days', 'payments'],
  run: async (_, db) => ({
    kind: 'answer',
    data: {
      tenants: await tenantsByStatus(db),
      leadsByDay: await leadsByDay(db),
      revenueByMonth: await revenueByMonth(db),
    },
  }),
});

/** Reads all organisations: an installation has thousands. */
async function tenantsByStatus(db: Db): Promise<PlatformAnalytics['tenants']> {
  const { rows } = await db.query<{ status: keyof PlatformAnalytics['tenants']; n: number }>(
    `/* every tenant: for super admins */
     select status, count(*)::int as n from tenants where imported_at is not null group by status`,
  );
  const none = { active: 0, suspended: 0, blocked: 0, deleted: 0, erased: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ status, n }) => [status, n])) };
}

/** Index tenant_lead_days_day: 30 rows per organisation. */
async function leadsByDay(db: Db): Promise<PlatformAnalytics['leadsByDay']> {
  const { rows } = await db.query<{ date: string; leads: number }>(
    `/* every tenant: for super admins */
     select to_char(d.day at time zone 'UTC', 'YYYY-MM-DD') as date, coalesce(sum(l.leads), 0)::int as leads
       from generate_series(date_trunc('day', now(), 'UTC') - make_interval(days => $1 - 1),
                            date_trunc('day', now(), 'UTC'), interval '1 day') d(day)
       left join tenant_lead_days l on l.day = d.day and ${isNotImporting('l')}
      group by d.day order by d.day`,
    [DAYS],
  );
  return rows;
}

type RevenueRow = {
  month: string;
  currency: PlanCurrency;
  payments: number;
  minor: string;
  refunded: string;
};

/** By the month in which an order was first paid. Reads the paid orders: thousands in a year. */
async function revenueByMonth(db: Db): Promise<PlatformAnalytics['revenueByMonth']> {
  const { rows } = await db.query<RevenueRow>(
    `/* every tenant: for super admins */
     select to_char(p.paid_at at time zone 'UTC', 'YYYY-MM') as month, c.currency,
            sum(c.charges)::int as payments, sum(c.minor) as minor, sum(p.refunded) as refunded
       from payments p
       cross join lateral (
         select charge->'amount'->>'currency' as currency, count(*) as charges,
                sum((charge->'amount'->>'minor')::bigint) as minor
           from jsonb_array_elements(p.payment->'charges') charge group by 1
       ) c
      where p.paid_at >= date_trunc('month', now(), 'UTC') - interval '11 months'
        and ${isNotImporting('p')}
      group by 1, 2 order by 1 desc, 2`,
  );
  return rows.map(({ minor, refunded, ...row }) => ({
    ...row,
    amount: fromMinor(Number(minor)),
    refunded: fromMinor(Number(refunded)),
  }));
}
