import type { PlatformAnalytics } from '@crm/contracts/dashboards/platform.ts';
import { TrendingUp } from 'lucide-react';
import { formatNumber } from '../../format/count.ts';
import { formatMonth } from '../../format/date.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { platformTexts } from '../texts/platform.ts';
import { FigureTable } from './FigureTable.tsx';

const texts = platformTexts.revenue;

/** Payments per month and currency; currencies are never added up. */
export function RevenueByMonth({ months }: { months: PlatformAnalytics['revenueByMonth'] | undefined }) {
  return (
    <Panel title={texts.title}>
      {months === undefined ? (
        <SkeletonLines count={6} />
      ) : months.length === 0 ? (
        <EmptyState icon={TrendingUp} title={texts.empty} />
      ) : (
        <FigureTable
          columns={[
            texts.columns.month,
            texts.columns.payments,
            texts.columns.amount,
            texts.columns.refunded,
          ]}
          rows={months.map(({ month, currency, payments, amount, refunded }) => ({
            key: `${month} ${currency}`,
            cells: [
              formatMonth(month),
              formatNumber(payments),
              formatMoney(moneyOf(amount, currency)),
              formatMoney(moneyOf(refunded, currency)),
            ],
          }))}
        />
      )}
    </Panel>
  );
}
