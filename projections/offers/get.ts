import { getOffer, offerStats } from '@crm/contracts/offers/offers.ts';
import { type Currency, fromMinor } from '@crm/events/language/money.ts';
import { admins } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { query } from '../query.ts';
import { type CountedOfferRow, conversionOf, countedOffer, leadsOfOffer, offerOf } from './offer.ts';

/** Reads one offer by the primary key. */
export const offerDetail = query({
  endpoint: getOffer,
  policy: admins,
  reads: ['offers', 'leads'],
  async run({ params, caller }, db) {
    const { rows } = await db.query<CountedOfferRow>(
      `select ${countedOffer} from offers o ${leadsOfOffer} where o.tenant = $1 and o.id = $2`,
      [caller.tenant, params.id],
    );
    const [row] = rows;
    return row ? { kind: 'answer', data: { offer: offerOf(row) } } : refused('offer-not-found');
  },
});

/** The leads of an offer in one currency; one row without a currency for an offer without leads. */
type FigureRow = {
  offer_currency: Currency;
  currency: Currency | null;
  total_leads: number;
  approved_leads: number;
  revenue: number;
};

/**
 * Leads, approved leads and revenue of an offer, from its few cells of the rollup lead_figures_by_offer. Leads may be in
 * other currencies than the offer: an upload says its own, and the offer's may change. Amounts of different currencies are
 * never added.
 */
export const offerFigures = query({
  endpoint: offerStats,
  policy: admins,
  reads: ['offers', 'leads'],
  async run({ params, caller }, db) {
    const { rows } = await db.query<FigureRow>(
      `select o.currency as offer_currency, f.currency,
              coalesce(sum(f.leads), 0)::int as total_leads,
              coalesce(sum(f.leads) filter (where f.status = 'approved'), 0)::int as approved_leads,
              coalesce(sum(f.total) filter (where f.status = 'approved'), 0) as revenue
         from offers o left join lead_figures_by_offer f on f.tenant = o.tenant and f.offer_id = o.id
        where o.tenant = $1 and o.id = $2
        group by o.currency, f.currency
        order by f.currency`,
      [caller.tenant, params.id],
    );
    const [row] = rows;
    if (!row) return refused('offer-not-found');
    const sumOf = (of: (row: FigureRow) => number) => rows.reduce((sum, each) => sum + of(each), 0);
    const counts = {
      total_leads: sumOf(({ total_leads }) => total_leads),
      approved_leads: sumOf(({ approved_leads }) => approved_leads),
    };
    const revenue = rows.flatMap(({ currency, approved_leads, revenue }) =>
      currency !== null && approved_leads > 0 ? [{ currency, amount: fromMinor(revenue) }] : [],
    );
    return {
      kind: 'answer',
      data: {
        totalLeads: counts.total_leads,
        approvedLeads: counts.approved_leads,
        revenue,
        totalRevenue: revenue.find(({ currency }) => currency === row.offer_currency)?.amount ?? 0,
        conversionRate: conversionOf(counts),
      },
    };
  },
});
