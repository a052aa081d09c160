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
