import { DAY_MS, QUARTER_HOUR_MS } from '../durations.ts';
import { rollup } from '../rollup.ts';
import type { LeadRow } from './row.ts';

/** Leads of each operator by status. Read by the users' pages. */
export const leadFiguresByOperator = rollup({
  name: 'lead_figures_by_operator',
  dimensions: { operator_id: 'uuid', status: 'text' },
  measures: ['leads'],
  of: ({ operator_id, status }: LeadRow) => (operator_id === null ? [] : [{ operator_id, status, leads: 1 }]),
});

/** Leads of each offer by status and currency, and the sum of their totals in minor units. Read by the offers' pages. */
export const leadFiguresByOffer = rollup({
  name: 'lead_figures_by_offer',
  dimensions: { offer_id: 'uuid', status: 'text', currency: 'text' },
  measures: ['leads', 'total'],
  of: ({ offer_id, status, currency, total }: LeadRow) =>
    offer_id === null ? [] : [{ offer_id, status, currency, leads: 1, total }],
});

const startOf = (at: Date, unitMs: number) => new Date(Math.floor(at.getTime() / unitMs) * unitMs);

/**
 * Approved leads by the quarter hour (UTC) in which they were created, so that the days of every time zone are whole,
 * and the sum of their totals in minor units. Read by the dashboards. A new lead is not approved, so ingest writes none.
 */
export const leadRevenueByQuarterHour = rollup({
  name: 'lead_revenue_by_quarter_hour',
  dimensions: { quarter_hour: 'timestamptz', currency: 'text' },
  measures: ['orders', 'total'],
  of: ({ created_at, status, currency, total }: LeadRow) =>
    status === 'approved'
      ? [{ quarter_hour: startOf(created_at, QUARTER_HOUR_MS), currency, orders: 1, total }]
      : [],
});

/**
 * Assigned leads by the day (UTC) of their creation: all, approved, and the sum of the approved totals in minor units.
 * Read by the dashboards. By quarter hours it would have almost a row per lead.
 */
export const leadFiguresByOperatorDay = rollup({
  name: 'lead_figures_by_operator_day',
  dimensions: { day: 'timestamptz', operator_id: 'uuid', currency: 'text' },
  measures: ['leads', 'approved', 'revenue'],
  of: ({ created_at, operator_id, status, currency, total }: LeadRow) => {
    if (operator_id === null) return [];
    const decided = status === 'approved' ? { approved: 1, revenue: total } : { approved: 0, revenue: 0 };
    return [{ day: startOf(created_at, DAY_MS), operator_id, currency, leads: 1, ...decided }];
  },
});
