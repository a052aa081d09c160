import { getOffer, offerStats } from '@crm/contracts/offers/offers.ts';
import { fromMinor } from '@crm/events/language/money.ts';
import { refused } from '@crm/platform/http/result.ts';
import { query } from '../query.ts';
import { type CountedOfferRow, conversionOf, countedOffer, leadsOfOffer, offerOf } from './offer.ts';

/** One offer. By the primary key. */
export const offerDetail = query({
  endpoint: getOffer,
  policy: 'admin',
  reads: ['offers', 'leads'],
  async run({ params }, db) {
    const { rows } = await db.query<CountedOfferRow>(
      `select ${countedOffer} from offers o ${leadsOfOffer} where o.id = $1`,
      [params.id],
    );
    const [row] = rows;
    return row ? { kind: 'answer', data: { offer: offerOf(row) } } : refused('offer-not-found');
  },
});

/**
 * What an offer brought in. Revenue is of approved leads in the offer's own currency: sums of several would mean
 * nothing. Index leads_offer.
 */
export const offerFigures = query({
  endpoint: offerStats,
  policy: 'admin',
  reads: ['offers', 'leads'],
  async run({ params }, db) {
    const { rows } = await db.query<{ total_leads: number; approved_leads: number; revenue: number }>(
      `select count(l.id)::int as total_leads,
              (count(l.id) filter (where l.status = 'approved'))::int as approved_leads,
              coalesce(sum(l.total) filter (where l.status = 'approved' and l.currency = o.currency), 0) as revenue
         from offers o left join leads l on l.tenant = o.tenant and l.offer_id = o.id
        where o.id = $1
        group by o.id`,
      [params.id],
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
