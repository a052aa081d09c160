import type { EventOf } from '@crm/events/language/define.ts';
import { leadEvents } from '@crm/events/leads/events.ts';
import type { BillingCycle } from '@crm/events/plans/vocabulary.ts';
import { type SubscriptionEvent, subscriptionEvents } from '@crm/events/subscriptions/events.ts';
import { billingPeriodStart } from '@crm/events/subscriptions/period.ts';
import { type Recorded, table } from '../projection.ts';

const { LeadCreated } = leadEvents;
export const usageEvents = { LeadCreated, ...subscriptionEvents };
type Consumed = EventOf<typeof usageEvents>;

/**
 * `leads`: came in during the billing period that begins at `period_start`, deleted ones included. `limited`: those of them
 * that came in while the plan had a limit, which have a place.
 */
export type LeadUsageRow = {
  tenant: string;
  start_date: Date;
  billing_cycle: BillingCycle;
  max_leads: number | null;
  period_start: Date;
  leads: number;
  limited: number;
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
  const start = billingPeriodStart(row.start_date, row.billing_cycle, at);
  // An imported lead of an earlier period.
  if (start < row.period_start) return row;
  const { leads, limited } = usedSince(start, row);
  const inPlace = row.max_leads === null ? 0 : 1;
  return { ...row, period_start: start, leads: leads + 1, limited: limited + inPlace };
}

/** A new start begins a new period. */
function withTerms(row: LeadUsageRow | null, event: Recorded<SubscriptionEvent>): LeadUsageRow | null {
  const { data } = event;
  const terms = 'plan' in data ? data.plan?.terms : undefined;
  const start_date = 'startDate' in data ? new Date(data.startDate) : row?.start_date;
  const billing_cycle = terms?.billingCycle ?? row?.billing_cycle;
  if (!start_date || !billing_cycle) return row;
  const max_leads = terms ? terms.maxLeads : (row?.max_leads ?? null);
  const period_start = billingPeriodStart(start_date, billing_cycle, event.at);
  const used = usedSince(period_start, row);
  return { tenant: event.meta.tenant, start_date, billing_cycle, max_leads, period_start, ...used };
}

/** What a billing period with this start has used until now. */
function usedSince(start: Date, row: LeadUsageRow | null): Pick<LeadUsageRow, 'leads' | 'limited'> {
  if (row?.period_start.getTime() !== start.getTime()) return { leads: 0, limited: 0 };
  return { leads: row.leads, limited: row.limited };
}

/** One row per organisation that has or had a subscription. */
export const leadUsage = table<LeadUsageRow, Consumed>({
  name: 'lead_usage',
  columns: {
    tenant: 'uuid not null',
    start_date: 'timestamptz not null',
    billing_cycle: 'text not null',
    max_leads: 'integer',
    period_start: 'timestamptz not null',
    leads: 'integer not null',
    limited: 'integer not null',
  },
  key: ['tenant'],
  keyOf: (event) => ({ tenant: event.meta.tenant }),
  fold: foldUsage,
  storage: 'fillfactor = 50',
});
