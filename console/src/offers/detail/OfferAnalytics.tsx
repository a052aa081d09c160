import type { Amounts } from '@crm/contracts/amounts.ts';
import type { Offer } from '@crm/contracts/offers/offers.ts';
import type { Currency } from '@crm/events/language/money.ts';
import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { errorText } from '../../api/errors.ts';
import { formatNumber } from '../../format/count.ts';
import { formatSums, moneyOf } from '../../format/money.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Stats } from '../../ui/Stats.tsx';
import { offerAnalytics } from '../queries.ts';
import { offerTexts } from '../texts.ts';
import { OfferCharts } from './OfferCharts.tsx';

const texts = offerTexts.detail.analytics;

/** The sum per currency; without revenue, none of the offer's currency. */
const revenueText = (revenue: Amounts, currency: Currency) =>
  formatSums((revenue.length > 0 ? revenue : [{ amount: 0, currency }]).map(toMoney));
const toMoney = (each: Amounts[number]) => moneyOf(each.amount, each.currency);

/** The Analytics tab: the results of the offer, in all and per day. */
export function OfferAnalytics({ offer }: { offer: Offer }) {
  const query = useQuery(offerAnalytics(offer._id));
  const stats = query.data?.data;
  if (!stats && query.isError) {
    return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  }
  return (
    <div className="flex flex-col gap-3">
      <Stats
        stats={[
          { label: texts.totalLeads, value: stats ? formatNumber(stats.totalLeads) : null },
          { label: texts.approvedLeads, value: stats ? formatNumber(stats.approvedLeads) : null },
          {
            label: texts.totalRevenue,
            value: stats ? revenueText(stats.revenue, offer.currency) : null,
          },
          { label: texts.conversionRate, value: stats ? `${formatNumber(stats.conversionRate)}%` : null },
        ]}
      />
      {stats?.totalLeads === 0 ? (
        <Panel>
          <EmptyState icon={ChartNoAxesColumn} title={texts.noLeads} />
        </Panel>
      ) : (
        <OfferCharts offer={offer} />
      )}
    </div>
  );
}
