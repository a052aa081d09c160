import type { EventOf } from '@crm/events/language/define.ts';
import { leadEvents } from '@crm/events/leads/events.ts';
import type { BillingCycle } from '@crm/events/plans/vocabulary.ts';
import { type SubscriptionEvent, subscriptionEvents } from '@crm/events/subscriptions/events.ts';
import { leadPeriodAt, oldestLeadPeriod } from '@crm/events/subscriptions/lead-limit.ts';
import { type Recorded, table } from '../projection.ts';

const { LeadCreated } = leadEvents;
export const usageEvents = { LeadCreated, ...subscriptionEvents };
type Consumed = EventOf<typeof usageEvents>;

/** `leads`: came in during a billing period, deleted ones included. `limited`: those that came in while the plan had a limit. */
export type Used = { leads: number; limited: number };

export type LeadUsageRow = {
  tenant: string;
  start_date: Date;
  end_date: Date;
  billing_cycle: BillingCycle;
  max_leads: number | null;
  /**
   * By the start of the billing period, as in the names of the limit's series: a change from months to years may bring back
   * one that began earlier, and its places with it. At most a year of weeks.
   */
  periods: Readonly<Record<string, Used>>;
};

/**
 * The leads that count towards the limit of an organisation's plan, as the places of the limit do (`leadQuota` in
 * events/subscriptions/lead-limit.ts): by the time at which they came in, whatever their order date, and also when
 * they were deleted. They cannot be counted in the list of leads.
 */
export function foldUsage(row: LeadUsageRow | null, event: Recorded<Consumed>): LeadUsageRow | null {
  return event.type === 'LeadCreated' ? row && withLead(row, event.at) : withTerms(row, event);
}

function withLead(row: LeadUsageRow, at: Date): LeadUsageRow {
  const { start_date: startDate, end_date: endDate, billing_cycle: billingCycle } = row;
  const start = leadPeriodAt({ startDate, endDate, billingCycle }, at).start.toISOString();
  const known = row.periods[start];
  const { leads, limited } = known ?? { leads: 0, limited: 0 };
  const used = { leads: leads + 1, limited: limited + (row.max_leads === null ? 0 : 1) };
  return { ...row, periods: { ...(known ? row.periods : stillPossible(row.periods, at)), [start]: used } };
}

function stillPossible(periods: LeadUsageRow['periods'], now: Date): LeadUsageRow['periods'] {
  const oldest = oldestLeadPeriod(now);
  return Object.fromEntries(Object.entries(periods).filter(([start]) => start >= oldest));
}

function withTerms(row: LeadUsageRow | null, event: Recorded<SubscriptionEvent>): LeadUsageRow | null {
  const { data } = event;
  const terms = 'plan' in data ? data.plan?.terms : undefined;
  const start_date = 'startDate' in data ? new Date(data.startDate) : row?.start_date;
  const end_date = new Date(data.endDate);
  const billing_cycle = terms?.billingCycle ?? row?.billing_cycle;
  if (!start_date || !billing_cycle) return row;
  const max_leads = terms ? terms.maxLeads : (row?.max_leads ?? null);
  const { tenant } = event.meta;
  return { tenant, start_date, end_date, billing_cycle, max_leads, periods: row?.periods ?? {} };
}

/** One row per organisation that has or had a subscription. */
export const leadUsage = table<LeadUsageRow, Consumed>({
  name: 'lead_usage',
  columns: {
    tenant: 'uuid not null',
    start_date: 'timestamptz not null',
    end_date: 'timestamptz not null',
    billing_cycle: 'text not null',
    max_leads: 'integer',
    periods: 'jsonb not null',
  },
  key: ['tenant'],
  keyOf: (event) => ({ tenant: event.meta.tenant }),
  fold: foldUsage,
  storage: 'fillfactor = 50',
});
