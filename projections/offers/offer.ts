import type { Offer } from '@crm/contracts/offers/offers.ts';
import { fromMinor } from '@crm/events/language/money.ts';
import { columnsAs } from '@crm/platform/postgres/prepared.ts';
import { percent } from '../percent.ts';
import { type OfferRow, offerColumns } from './table.ts';

/** An offer's row with the counts of its leads. */
export type CountedOfferRow = OfferRow & { total_leads: number; approved_leads: number };

/** The columns of a CountedOfferRow for a query over `offers o`; from the rollup lead_figures_by_offer. */
export const countedOffer = `${columnsAs('o', offerColumns)}, counted.total_leads, counted.approved_leads`;
export const leadsOfOffer = `cross join lateral (
    select coalesce(sum(f.leads), 0)::int as total_leads,
           coalesce(sum(f.leads) filter (where f.status = 'approved'), 0)::int as approved_leads
      from lead_figures_by_offer f where f.tenant = o.tenant and f.offer_id = o.id
  ) counted`;

/** Approved leads among all leads, in percent. */
export const conversionOf = (counted: Counts) => percent(counted.approved_leads, counted.total_leads);
type Counts = Pick<CountedOfferRow, 'total_leads' | 'approved_leads'>;

/** Converts a row to the contract's offer. */
export const offerOf = (row: CountedOfferRow): Offer => ({
  ...offerWithoutFigures(row),
  stats: { totalLeads: row.total_leads },
  conversionRate: conversionOf(row),
});

/** The same without the counts of its leads, for readers who may not see all leads. */
export function offerWithoutFigures(row: OfferRow): Omit<Offer, 'stats' | 'conversionRate'> {
  const price = fromMinor(row.price);
  return {
    _id: row.id,
    id: row.id,
    name: row.name,
    category: row.category,
    price,
    currentPrice: price,
    currency: row.currency,
    stockQuantity: row.stock_quantity,
    isActive: row.is_active,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    revision: row.revision,
  };
}
