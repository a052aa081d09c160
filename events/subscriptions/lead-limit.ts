import type { TenantId } from '../ids.ts';
import type { BillingCycle } from '../plans/vocabulary.ts';
import { addPeriod, billingPeriod, DAY_MS } from './period.ts';
import type { Subscription } from './state.ts';

/** The leads that a plan allows in one billing period. */
export type LeadLimit = { maxLeads: number; periodStart: string; periodEnd: string };

/**
 * The billing period to which a lead counts that arrives at this time. After the end of the subscription, that is its last
 * period: no further one was paid, and an upload may still be saving leads then.
 */
export function leadPeriodAt(
  { startDate, endDate, billingCycle }: { startDate: Date; endDate: Date; billingCycle: BillingCycle },
  now: Date,
): { start: Date; end: Date } {
  const served = new Date(Math.min(now.getTime(), endDate.getTime() - 1));
  return billingPeriod(startDate, billingCycle, served);
}

/** The limit of leads at a time; null without a subscription, and with a plan that has no limit. */
export function leadLimitAt(subscription: Subscription, now: Date): LeadLimit | null {
  if (subscription.phase === 'none') return null;
  const { maxLeads, billingCycle } = subscription.plan.terms;
  if (maxLeads === null) return null;
  const [startDate, endDate] = [new Date(subscription.startDate), new Date(subscription.endDate)];
  const { start, end } = leadPeriodAt({ startDate, endDate, billingCycle }, now);
  return { maxLeads, periodStart: start.toISOString(), periodEnd: end.toISOString() };
}

/** The places of a billing period (platform/places). A longer period of the same start continues its count. */
export const leadQuota = (tenant: TenantId, { maxLeads, periodStart }: LeadLimit) => ({
  tenant,
  series: `leads:${periodStart}`,
  limit: maxLeads,
});

/**
 * The earliest start of a billing period that may still run: a year and a day ago. Those before have ended with every billing
 * cycle, also after a change from months to years.
 */
export const oldestLeadPeriod = (now: Date): string =>
  addPeriod(new Date(now.getTime() - DAY_MS), { count: -1, type: 'years' }).toISOString();

/** The series of ended billing periods, whose places are not needed any more. Series sort by the start of their period. */
export const endedLeadSeries = (now: Date) => ({ from: 'leads:', before: `leads:${oldestLeadPeriod(now)}` });

/** Why a lead is refused, with the limit and its period in UTC. */
export const limitText = ({ maxLeads, periodStart, periodEnd }: LeadLimit) =>
  `The lead limit is reached: the plan allows ${maxLeads.toLocaleString('en-US')} leads from ${periodStart.slice(0, 10)} to ${periodEnd.slice(0, 10)}`;
