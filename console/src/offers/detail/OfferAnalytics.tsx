import type { Offer } from '@crm/contracts/offers/offers.ts';
import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { errorText } from '../../api/errors.ts';
import { formatNumber } from '../../format/count.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Stats } from '../../ui/Stats.tsx';
import { offerAnalytics } from '../queries.ts';
import { offerTexts } from '../texts.ts';
import { OfferCharts } from './OfferCharts.tsx';

const texts = offerTexts.detail.analytics;

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
            value: stats ? formatMoney(moneyOf(stats.totalRevenue, offer.currency)) : null,
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
