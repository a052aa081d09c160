import type { AdminDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import { TrendingUp } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../format/count.ts';
import { formatDay, formatShortDay } from '../../format/date.ts';
import { formatMoney, formatSums, moneyOf } from '../../format/money.ts';
import { leadsAt } from '../../pages/leadsAt.ts';
import { useCurrencyChoice } from '../../pages/useCurrencyChoice.tsx';
import { barChart } from '../../ui/chart/charts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useOnDemand } from '../../ui/onDemand.ts';
import { Panel } from '../../ui/Panel.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { dashboardTexts } from '../texts.ts';

const texts = dashboardTexts.admin.revenue;

type Days = AdminDashboard['revenueChart'];
/** `zone`: the time zone of the days. */
type DaysProps = { days: Days; zone: string };
type Currency = Days[number]['revenue'][number]['currency'];

/** The totals of approved leads per day of their creation, one currency at a time: currencies are never added up. */
export function Revenue({ stats, range }: { stats: AdminDashboard | undefined; range: string }) {
  return (
    <Panel title={texts.title(range)}>
      {stats ? (
        <RevenueChart days={stats.revenueChart} zone={stats.periods.timeZone} />
      ) : (
        <SkeletonLines count={6} />
      )}
    </Panel>
  );
}

function RevenueChart({ days, zone }: DaysProps) {
  const { currency, choice } = useCurrencyChoice(days.flatMap(({ revenue }) => revenue));
  const chart = useOnDemand(barChart, currency !== null);
  if (currency === null) return <EmptyState icon={TrendingUp} title={texts.empty} text={texts.explanation} />;
  const amounts = days.map(({ revenue }) => amountIn(revenue, currency));
  const format = (amount: number) => formatMoney(moneyOf(amount, currency));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-lg font-semibold tabular-nums">
          {format(amounts.reduce((sum, amount) => sum + amount, 0))}
        </p>
        {choice}
      </div>
      <div className="h-60">
        {chart && (
          <chart.BarChart
            label={texts.chart(currency)}
            name={texts.name}
            format={format}
            points={days.map(({ date }, n) => ({ label: formatShortDay(date), value: amounts[n] ?? 0 }))}
          />
        )}
      </div>
      <details>
        <summary className="cursor-pointer text-sm text-muted">{texts.showTable}</summary>
        <DayTable days={days} zone={zone} />
      </details>
    </div>
  );
}

function DayTable({ days, zone }: DaysProps) {
  return (
    <table className="mt-2 w-full max-w-xl text-sm">
      <thead>
        <tr className="border-b text-left text-muted">
          <th className="py-1 font-medium">{texts.columns.day}</th>
          <th className="py-1 text-right font-medium">{texts.columns.approvedLeads}</th>
          <th className="py-1 text-right font-medium">{texts.columns.revenue}</th>
        </tr>
      </thead>
      <tbody>
        {days
          .filter(({ orders }) => orders > 0)
          .map(({ date, orders, revenue }) => (
            <tr key={date} className="border-b">
              <td className="py-1">
                <Link
                  to={leadsAt({ status: 'approved', within: { from: date, to: date, zone } })}
                  className="text-primary-text hover:underline"
                >
                  {formatDay(date)}
                </Link>
              </td>
              <td className="py-1 text-right tabular-nums">{formatNumber(orders)}</td>
              <td className="py-1 text-right tabular-nums">
                {formatSums(revenue.map(({ amount, currency }) => moneyOf(amount, currency)))}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

const amountIn = (revenue: Days[number]['revenue'], currency: Currency): number =>
  revenue.find((each) => each.currency === currency)?.amount ?? 0;
