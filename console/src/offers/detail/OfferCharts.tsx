import type { Offer } from '@crm/contracts/offers/offers.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { errorText } from '../../api/errors.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { formatNumber } from '../../format/count.ts';
import { formatShortDay } from '../../format/date.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { presetPeriod } from '../../format/period.ts';
import { useCurrencyChoice } from '../../pages/useCurrencyChoice.tsx';
import { barChart } from '../../ui/chart/charts.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useOnDemand } from '../../ui/onDemand.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Select } from '../../ui/Select.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { useMinute } from '../../ui/useMinute.ts';
import { type OfferDay, offerDays } from '../queries.ts';
import { offerTexts } from '../texts.ts';
import { OfferDayTable } from './OfferDayTable.tsx';

const texts = offerTexts.detail.analytics;

const ranges = [
  { value: 'last_7_days', label: texts.ranges.last_7_days },
  { value: 'last_30_days', label: texts.ranges.last_30_days },
  { value: 'this_month', label: texts.ranges.this_month },
  { value: 'last_month', label: texts.ranges.last_month },
] as const;

/** Leads, approved leads, revenue and conversion per day of the organisation. The range is in the URL. */
export function OfferCharts({ offer }: { offer: Offer }) {
  const [params, setParams] = useSearchParams();
  const { timeZone } = useCurrentUser().crmSettings;
  const { value: range } = ranges.find(({ value }) => value === params.get('range')) ?? ranges[1];
  const { from, to } = presetPeriod(range, new Date(useMinute()), timeZone);
  const query = useQuery(offerDays(offer._id, { from, to }));
  return (
    <>
      <Select
        aria-label={texts.range}
        className="self-start"
        options={ranges}
        value={range}
        onChange={({ target: { value } }) =>
          setParams(
            (before) => {
              before.set('range', value);
              return before;
            },
            { replace: true },
          )
        }
      />
      {query.data ? (
        <Charts offer={offer} days={query.data} />
      ) : query.isError ? (
        <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <Panel>
          <SkeletonLines count={6} />
        </Panel>
      )}
    </>
  );
}

function Charts({ offer, days }: { offer: Offer; days: readonly OfferDay[] }) {
  const shown = useCurrencyChoice(
    days.flatMap(({ revenue }) => revenue),
    offer.currency,
  );
  const currency = shown.currency ?? offer.currency;
  const money = (amount: number) => formatMoney(moneyOf(amount, currency));
  const percent = (share: number) => `${formatNumber(share)}%`;
  const total = (of: (day: OfferDay) => number) => days.reduce((sum, day) => sum + of(day), 0);
  const revenueOf = ({ revenue }: OfferDay) =>
    revenue.find((each) => each.currency === currency)?.amount ?? 0;
  const [leads, approved] = [total(({ totalLeads }) => totalLeads), total(({ orders }) => orders)];
  return (
    <>
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        <Chart
          title={texts.leads}
          sum={formatNumber(leads)}
          days={days}
          of={({ totalLeads }) => totalLeads}
        />
        <Chart title={texts.approved} sum={formatNumber(approved)} days={days} of={({ orders }) => orders} />
        <Chart
          title={texts.revenue}
          sum={money(total(revenueOf))}
          choice={shown.choice}
          days={days}
          of={revenueOf}
          format={money}
        />
        <Chart
          title={texts.conversion}
          sum={percent(conversionOf(approved, leads))}
          days={days}
          of={({ orders, totalLeads }) => conversionOf(orders, totalLeads)}
          format={percent}
          formatTick={percent}
        />
      </div>
      <Panel>
        <details>
          <summary className="cursor-pointer text-sm text-muted">{texts.showTable}</summary>
          <OfferDayTable
            days={days}
            conversionOf={(day) => percent(conversionOf(day.orders, day.totalLeads))}
          />
        </details>
      </Panel>
    </>
  );
}

/** In percent, to one decimal; 0 without leads. */
const conversionOf = (approved: number, leads: number) =>
  leads === 0 ? 0 : Math.round((approved / leads) * 1000) / 10;

type ChartProps = {
  title: string;
  /** The figure of the whole range. */
  sum: string;
  /** Of what is shown. */
  choice?: ReactNode;
  days: readonly OfferDay[];
  of: (day: OfferDay) => number;
  format?: (value: number) => string;
  formatTick?: (value: number) => string;
};

function Chart({ title, sum, choice, days, of, format = formatNumber, formatTick }: ChartProps) {
  const chart = useOnDemand(barChart, true);
  return (
    <Panel title={title}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-lg font-semibold tabular-nums">{sum}</p>
        {choice}
      </div>
      <div className="h-60">
        {chart && (
          <chart.BarChart
            label={texts.perDay(title)}
            name={title}
            format={format}
            {...(formatTick && { formatTick })}
            points={days.map((day) => ({ label: formatShortDay(day.date), value: of(day) }))}
          />
        )}
      </div>
    </Panel>
  );
}
