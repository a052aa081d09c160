import type { PaymentMode } from '@crm/events/leads/vocabulary.ts';
import { leadStatuses, paymentModes } from '@crm/events/leads/vocabulary.ts';
import { OTHER_VALUES } from '@crm/events/reports/names.ts';
import type { ColumnValue } from '../block-column.ts';
import type { LeadColumn } from '../leads/column-blocks.ts';
import { percent } from '../percent.ts';
import type { Counted } from './count.ts';
import type { ReportPeriod } from './period.ts';
import { amountsOf, emptyTally, figuresOf, leadsOf, summaryOf, sumOf, type Tally } from './tally.ts';

/** Reports of more days show revenue by month. */
const MOST_DAYS_OF_REVENUE = 92;
/** The most lines of a table by webmaster or of a custom report; all other values share one further line. */
const MOST_LINES = 1_000;

/** The names of the offers or operators of a group, by id. */
export type Names = ReadonlyMap<string, string>;

/** `madeAt`: in ms; an age that a lead has not reached by then is not known. */
export type Facts = Counted & { period: ReportPeriod; names: Names; madeAt: number };

/** The sums of the whole report, and of the period before. */
export function summariesOf({ days, previous, period }: Facts) {
  const { startDate, endDate } = period.previous;
  return { ...summaryOf(sumOf(days)), previous: { startDate, endDate, ...summaryOf(previous) } };
}

export function statusStats({ days }: Facts) {
  const all = sumOf(days);
  const total = leadsOf(all);
  return leadStatuses.map((status) => {
    const leads = leadsOf(all, status);
    return { status, leads, share: percent(leads, total), total: amountsOf(all, status) };
  });
}

export function paymentStats(facts: Facts) {
  const tallies = facts.groups.get('payment_mode');
  return paymentModes.map((paymentMode: PaymentMode) => ({
    paymentMode,
    ...figuresOf(tallies?.get(paymentMode) ?? emptyTally()),
  }));
}

export const dailyTrends = ({ days, period }: Facts) =>
  period.days.map((date, day) => {
    const { totalLeads, approvedLeads, revenue } = figuresOf(days[day] ?? emptyTally());
    return { date, totalLeads, orders: approvedLeads, revenue };
  });

export function revenueOverTime(facts: Facts) {
  const { days, period } = facts;
  if (period.days.length <= MOST_DAYS_OF_REVENUE)
    return dailyTrends(facts).map(({ date, revenue, orders }) => ({ period: date, revenue, orders }));
  const months = [...new Set(period.days.map((day) => day.slice(0, 7)))];
  return months.map((month) => {
    const { revenue, approvedLeads } = figuresOf(
      sumOf(days.filter((_, n) => period.days[n]?.startsWith(month))),
    );
    return { period: month, revenue, orders: approvedLeads };
  });
}

export const averageConversionRate = ({ days }: Facts) => figuresOf(sumOf(days)).conversionRate;

export const conversionData = ({ days, period }: Facts) =>
  period.days.map((date, day) => {
    const { conversionRate, totalLeads, approvedLeads } = figuresOf(days[day] ?? emptyTally());
    return { date, conversionRate, totalLeads, approvedLeads };
  });

export const webmasterStats = (facts: Facts) =>
  linesOf(facts, 'webmaster').map(({ value, tally }) => ({
    webmaster: value,
    ...figuresOf(tally),
    duplicates: tally.duplicates,
  }));

export const productivityData = (facts: Facts) =>
  groupOf(facts, 'operator_id').flatMap(({ value, tally }) =>
    value === null
      ? []
      : [{ operatorId: value, fullName: facts.names.get(value) ?? '', ...figuresOf(tally) }],
  );

export const offerStats = (facts: Facts) =>
  groupOf(facts, 'offer_id').map(({ value, tally }) => ({
    offerId: value,
    name: value === null ? null : (facts.names.get(value) ?? ''),
    ...figuresOf(tally),
  }));

export function customRows(facts: Facts, column: LeadColumn | null) {
  const groups =
    column === null
      ? facts.period.days.map((value, n) => ({ value, tally: facts.days[n] ?? emptyTally() }))
      : linesOf(facts, column);
  return groups.map(({ value, tally }) => ({
    value,
    label: value === null ? '' : (facts.names.get(value) ?? value),
    ...figuresOf(tally),
    duplicates: tally.duplicates,
  }));
}

/** The values with the most leads, and all others as one last line, so that the lines add up to the report. */
function linesOf(facts: Facts, column: LeadColumn) {
  const groups = groupOf(facts, column);
  const named = groups.filter(({ value }) => value !== OTHER_VALUES);
  const others = [...named.slice(MOST_LINES), ...groups.filter(({ value }) => value === OTHER_VALUES)];
  if (others.length === 0) return named;
  return [
    ...named.slice(0, MOST_LINES),
    { value: OTHER_VALUES, tally: sumOf(others.map(({ tally }) => tally)) },
  ];
}

/** A group's values with their leads: most leads first, then by value. */
function groupOf({ groups }: Facts, column: LeadColumn): { value: string | null; tally: Tally }[] {
  const all = [...(groups.get(column) ?? [])].map(([value, tally]: [ColumnValue, Tally]) => ({
    value: value === null ? null : String(value),
    tally,
    leads: leadsOf(tally),
  }));
  return all
    .sort((a, b) => b.leads - a.leads || ((a.value ?? '') < (b.value ?? '') ? -1 : 1))
    .map(({ value, tally }) => ({ value, tally }));
}
