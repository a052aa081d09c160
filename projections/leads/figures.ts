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

const QUARTER_HOUR_MS = 15 * 60 * 1000;

/**
 * Leads by the quarter hour (UTC) in which they were created, so that the days of every time zone are whole, with the
 * sum of their totals in minor units. Read by the dashboards.
 */
export const leadFiguresByQuarterHour = rollup({
  name: 'lead_figures_by_quarter_hour',
  dimensions: { quarter_hour: 'timestamptz', operator_id: 'uuid', status: 'text', currency: 'text' },
  measures: ['leads', 'total'],
  of: ({ created_at, operator_id, status, currency, total }: LeadRow) => [
    { quarter_hour: startOfQuarterHour(created_at), operator_id, status, currency, leads: 1, total },
  ],
});

const startOfQuarterHour = (at: Date) =>
  new Date(Math.floor(at.getTime() / QUARTER_HOUR_MS) * QUARTER_HOUR_MS);
