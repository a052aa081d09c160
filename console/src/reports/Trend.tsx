import type { Amounts } from '@crm/contracts/amounts.ts';
import { useState } from 'react';
import { formatNumber } from '../format/count.ts';
import { formatDay, formatShortDay } from '../format/date.ts';
import { formatMoney, moneyOf } from '../format/money.ts';
import { lineChart } from '../ui/chart/charts.ts';
import { useOnDemand } from '../ui/onDemand.ts';
import { Panel } from '../ui/Panel.tsx';
import { Select } from '../ui/Select.tsx';
import { amounts } from './amounts.ts';
import { FigureLink } from './FigureLink.tsx';
import type { LinkOf } from './links.ts';
import { FigureTable } from './ReportTable.tsx';
import { rateText } from './rate.ts';
import { reportTexts } from './texts.ts';

const texts = reportTexts.trend;

/** A day (YYYY-MM-DD) or a month (YYYY-MM) of a report, with the figures that its type has. */
export type TrendPoint = { period: string; leads?: number; conversion?: number; revenue?: Amounts };

/** The figures of a report over time, one at a time; revenue one currency at a time. */
export function Trend({ points, linkOf }: { points: readonly TrendPoint[]; linkOf: LinkOf }) {
  const chart = useOnDemand(lineChart, true);
  const figures = figuresOf(points);
  const [chosen, setChosen] = useState('');
  const figure = figures.find(({ value }) => value === chosen) ?? figures[0];
  if (!figure) return null;
  return (
    <Panel
      title={texts.title}
      actions={
        figures.length > 1 && (
          <Select
            aria-label={texts.choice}
            options={figures}
            value={figure.value}
            onChange={(event) => setChosen(event.target.value)}
            className="print:hidden"
          />
        )
      }
    >
      <div className="h-60">
        {chart && (
          <chart.LineChart
            label={texts.chart(figure.label)}
            name={figure.label}
            format={figure.format}
            points={points.map((point) => ({ label: shortLabel(point.period), value: figure.of(point) }))}
          />
        )}
      </div>
      <details>
        <summary className="cursor-pointer text-sm text-muted">{texts.table}</summary>
        <FigureTable
          label={texts.title}
          rows={points}
          keyOf={({ period }) => period}
          columns={columnsOf(points, linkOf)}
        />
      </details>
    </Panel>
  );
}

const isMonth = (period: string) => period.length === 7;
const shortLabel = (period: string) => (isMonth(period) ? period : formatShortDay(period));

function figuresOf(points: readonly TrendPoint[]) {
  const has = (name: keyof TrendPoint) => points.some((point) => point[name] !== undefined);
  const currencies = [
    ...new Set(points.flatMap(({ revenue }) => revenue?.map(({ currency }) => currency) ?? [])),
  ].sort();
  return [
    ...(has('conversion')
      ? [
          {
            value: 'conversion',
            label: texts.conversion,
            format: reportTexts.summary.percent,
            of: ({ conversion }: TrendPoint) => conversion ?? 0,
          },
        ]
      : []),
    ...(has('leads')
      ? [
          {
            value: 'leads',
            label: texts.leads,
            format: formatNumber,
            of: ({ leads }: TrendPoint) => leads ?? 0,
          },
        ]
      : []),
    ...currencies.map((currency) => ({
      value: currency,
      label: texts.revenue(currency),
      format: (amount: number) => formatMoney(moneyOf(amount, currency)),
      of: ({ revenue }: TrendPoint) => revenue?.find((each) => each.currency === currency)?.amount ?? 0,
    })),
  ];
}

function columnsOf(points: readonly TrendPoint[], linkOf: LinkOf) {
  const { columns } = reportTexts;
  const [first] = points;
  return [
    {
      label: columns.period,
      cell: ({ period }: TrendPoint) => (isMonth(period) ? period : formatDay(period)),
    },
    ...(first?.leads === undefined
      ? []
      : [
          {
            label: columns.leads,
            cell: ({ period, leads = 0 }: TrendPoint) => (
              <FigureLink to={linkOf({ days: { from: period, to: period } })}>
                {formatNumber(leads)}
              </FigureLink>
            ),
          },
        ]),
    ...(first?.conversion === undefined
      ? []
      : [
          {
            label: columns.conversion,
            cell: ({ conversion = 0, leads = 0 }: TrendPoint) => rateText(conversion, leads),
          },
        ]),
    ...(first?.revenue === undefined
      ? []
      : [{ label: columns.revenue, cell: ({ revenue = [] }: TrendPoint) => amounts(revenue) }]),
  ];
}
