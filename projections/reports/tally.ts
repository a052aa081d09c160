import { type Currency, currencies, fromMinor } from '@crm/events/language/money.ts';
import type { StatusAges } from '@crm/events/leads/status-ages.ts';
import { type LeadStatus, leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { percent } from '../percent.ts';

/**
 * Sums over leads, by cell: a currency and a status. Totals are in minor units. `ages` only in cohorts: the leads by the
 * text of their statuses at each age.
 */
export type Tally = {
  leads: number[];
  totals: number[];
  connected: number;
  duplicates: number;
  ages: Map<StatusAges, number> | null;
};

/**
 * The cell of a currency and a status is the sum of both numbers. Both functions throw for an unknown value. For null,
 * the value of a slot without a lead, they return 0: such a slot is not counted.
 */
export const cellOfCurrency = (currency: unknown): number =>
  indexIn(currencies, currency) * leadStatuses.length;
export const cellOfStatus = (status: unknown): number => indexIn(leadStatuses, status);

function indexIn(values: readonly unknown[], value: unknown): number {
  const index = value === null ? 0 : values.indexOf(value);
  if (index < 0) throw new Error(`A tally has no cell for ${value}`);
  return index;
}

export const cellOf = (currency: Currency, status: LeadStatus): number =>
  cellOfCurrency(currency) + cellOfStatus(status);

const CELLS = currencies.length * leadStatuses.length;

export const emptyTally = (): Tally => ({
  leads: new Array(CELLS).fill(0),
  totals: new Array(CELLS).fill(0),
  connected: 0,
  duplicates: 0,
  ages: null,
});

function addTally(to: Tally, from: Tally): void {
  for (let cell = 0; cell < CELLS; cell += 1) {
    to.leads[cell] = (to.leads[cell] ?? 0) + (from.leads[cell] ?? 0);
    to.totals[cell] = (to.totals[cell] ?? 0) + (from.totals[cell] ?? 0);
  }
  to.connected += from.connected;
  to.duplicates += from.duplicates;
}

export function sumOf(tallies: Iterable<Tally>): Tally {
  const sum = emptyTally();
  for (const tally of tallies) addTally(sum, tally);
  return sum;
}

/** The number of leads, of all statuses or of one. */
export const leadsOf = ({ leads }: Tally, status?: LeadStatus): number =>
  leads.reduce(
    (sum, count, cell) =>
      status === undefined || leadStatuses[cell % leadStatuses.length] === status ? sum + count : sum,
    0,
  );

/** One amount per currency that has leads of this status, in the order of the currencies' codes. */
export const amountsOf = (tally: Tally, status: LeadStatus) =>
  cellsWithLeads(tally, status).map(({ currency, total }) => ({ currency, amount: fromMinor(total) }));

/** The average total of approved leads per currency, rounded to minor units. */
const averagesOf = (tally: Tally) =>
  cellsWithLeads(tally, 'approved').map(({ currency, total, leads }) => ({
    currency,
    amount: fromMinor(Math.round(total / leads)),
  }));

const cellsWithLeads = ({ leads, totals }: Tally, status: LeadStatus) =>
  currencies
    .toSorted()
    .map((currency) => {
      const cell = cellOf(currency, status);
      return { currency, total: totals[cell] ?? 0, leads: leads[cell] ?? 0 };
    })
    .filter(({ leads: count }) => count > 0);

/** The figures of a group of leads (contracts/reports). */
export function figuresOf(tally: Tally) {
  const totalLeads = leadsOf(tally);
  const approvedLeads = leadsOf(tally, 'approved');
  return {
    totalLeads,
    approvedLeads,
    conversionRate: percent(approvedLeads, totalLeads),
    trashRate: percent(leadsOf(tally, 'trash'), totalLeads),
    connectedRate: percent(tally.connected, totalLeads),
    revenue: amountsOf(tally, 'approved'),
  };
}

export function summaryOf(tally: Tally) {
  const { totalLeads, approvedLeads, conversionRate, revenue } = figuresOf(tally);
  return {
    totalLeads,
    orders: approvedLeads,
    totalRevenue: revenue,
    conversionRate,
    averageOrderValue: averagesOf(tally),
  };
}
