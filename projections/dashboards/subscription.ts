import type { AdminDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import type { SoldPlan } from '@crm/events/subscriptions/events.ts';
import { billingPeriodStart, daysLeft, statusAt } from '@crm/events/subscriptions/period.ts';
import type { SubscriptionStatus } from '@crm/events/subscriptions/vocabulary.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { LeadCounts } from '../leads/counts.ts';

type Row = {
  plan: SoldPlan;
  status: SubscriptionStatus;
  start_date: Date;
  end_date: Date;
  /** Leads over the limit that wait for a place. */
  aside: number;
};

/** The billing subscription of a tenant, by the primary key, with its waiting leads (aside_leads_order); null without one. */
export async function currentSubscription(db: Db, tenant: string): Promise<Row | null> {
  const { rows } = await db.query<Row>({
    name: 'read subscription',
    text: `select plan, status, start_date, end_date,
                  (select count(*)::int from aside_leads where tenant = $1) as aside
             from subscriptions where tenant = $1`,
    values: [tenant],
  });
  return rows[0] ?? null;
}

/** The subscription with the leads of its current billing period, counted in the bitmap index of the leads list. */
export async function usageOf(
  { created }: LeadCounts,
  row: Row | null,
  now: Date,
): Promise<AdminDashboard['subscription']> {
  if (!row) return null;
  const { name, maxLeads, billingCycle } = row.plan.terms;
  const status = statusAt({ status: row.status, endDate: row.end_date }, now);
  const from = billingPeriodStart(row.start_date, billingCycle, now).getTime();
  const [usedLeads = 0] = await created([{ from, before: Number.POSITIVE_INFINITY }]);
  return {
    planName: name,
    status,
    usedLeads,
    maxLeads,
    asideLeads: row.aside,
    daysRemaining: status === 'active' ? daysLeft(row.end_date, now) : 0,
  };
}
