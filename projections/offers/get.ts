import { getOffer, offerStats } from '@crm/contracts/offers/offers.ts';
import { fromMinor } from '@crm/events/language/money.ts';
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

/**
 * Leads, approved leads and revenue of an offer, from its few cells of the rollup lead_figures_by_offer. Revenue counts
 * approved leads in the offer's own currency; amounts of different currencies are never added.
 */
export const offerFigures = query({
  endpoint: offerStats,
  policy: admins,
  reads: ['offers', 'leads'],
  async run({ params, caller }, db) {
    const { rows } = await db.query<{ total_leads: number; approved_leads: number; revenue: number }>(
      `select coalesce(sum(f.leads), 0)::int as total_leads,
              coalesce(sum(f.leads) filter (where f.status = 'approved'), 0)::int as approved_leads,
              coalesce(sum(f.total) filter (where f.status = 'approved' and f.currency = o.currency), 0) as revenue
         from offers o left join lead_figures_by_offer f on f.tenant = o.tenant and f.offer_id = o.id
        where o.tenant = $1 and o.id = $2
        group by o.id`,
      [caller.tenant, params.id],
    );
    const [row] = rows;
    if (!row) return refused('offer-not-found');
    return {
      kind: 'answer',
      data: {
        totalLeads: row.total_leads,
        approvedLeads: row.approved_leads,
        totalRevenue: fromMinor(row.revenue),
        conversionRate: conversionOf(row),
      },
    };
  },
});
