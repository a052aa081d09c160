import type { AdminDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import { daysServed } from '@crm/events/subscriptions/block.ts';
import type { SoldPlan } from '@crm/events/subscriptions/events.ts';
import { leadPeriodAt } from '@crm/events/subscriptions/lead-limit.ts';
import { statusAt } from '@crm/events/subscriptions/period.ts';
import type { SubscriptionStatus } from '@crm/events/subscriptions/vocabulary.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { LeadUsageRow } from '../tenants/lead-usage.ts';

type Row = {
  plan: SoldPlan;
  status: SubscriptionStatus;
  start_date: Date;
  end_date: Date;
  /** Null before the first event of the subscription is in that table. */
  periods: LeadUsageRow['periods'] | null;
  /** Leads over the limit that wait for a place. */
  aside: number;
};

/**
 * The billing subscription of a tenant, by the primary keys, with its waiting leads (aside_leads_order); null without
 * one.
 */
export async function currentSubscription(db: Db, tenant: string): Promise<Row | null> {
  const { rows } = await db.query<Row>({
    name: 'read subscription',
    text: `select s.plan, s.status, s.start_date, s.end_date, u.periods,
                  (select count(*)::int from aside_leads where tenant = $1) as aside
             from subscriptions s left join lead_usage u on u.tenant = s.tenant
            where s.tenant = $1`,
    values: [tenant],
  });
  return rows[0] ?? null;
}

/** The subscription with the leads that count towards the limit of its current billing period, or of its last one. */
export function usageOf(row: Row | null, now: Date): AdminDashboard['subscription'] {
  if (!row) return null;
  const { name, maxLeads, billingCycle } = row.plan.terms;
  const terms = { status: row.status, endDate: row.end_date.toISOString() };
  const { start } = leadPeriodAt({ startDate: row.start_date, endDate: row.end_date, billingCycle }, now);
  const used = row.periods?.[start.toISOString()];
  const usedLeads = (maxLeads === null ? used?.leads : used?.limited) ?? 0;
  return {
    planName: name,
    status: statusAt(terms, now),
    usedLeads,
    maxLeads,
    asideLeads: row.aside,
    daysRemaining: daysServed(terms, now),
  };
}
