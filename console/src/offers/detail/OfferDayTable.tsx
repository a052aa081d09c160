import { formatNumber } from '../../format/count.ts';
import { formatDay } from '../../format/date.ts';
import { formatSums, moneyOf } from '../../format/money.ts';
import type { OfferDay } from '../queries.ts';
import { offerTexts } from '../texts.ts';

const texts = offerTexts.detail.analytics;

type OfferDayTableProps = { days: readonly OfferDay[]; conversionOf: (day: OfferDay) => string };

/** The figures of the charts as text; days without leads are left out. */
export function OfferDayTable({ days, conversionOf }: OfferDayTableProps) {
  const columns = [
    { label: texts.leads, text: (day: OfferDay) => formatNumber(day.totalLeads) },
    { label: texts.approved, text: (day: OfferDay) => formatNumber(day.orders) },
    { label: texts.conversion, text: conversionOf },
    {
      label: texts.revenue,
      text: ({ revenue }: OfferDay) =>
        formatSums(revenue.map(({ amount, currency }) => moneyOf(amount, currency))),
    },
  ];
  return (
    <div className="mt-2 scroll-x">
      <table className="w-full max-w-3xl text-sm">
        <thead>
          <tr className="border-b text-left text-muted">
            <th className="py-1 pr-3 font-medium">{texts.day}</th>
            {columns.map(({ label }) => (
              <th key={label} className="py-1 pl-3 text-right font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days
            .filter(({ totalLeads }) => totalLeads > 0)
            .map((day) => (
              <tr key={day.date} className="border-b last:border-0">
                <td className="py-1 pr-3 whitespace-nowrap">{formatDay(day.date)}</td>
                {columns.map(({ label, text }) => (
                  <td key={label} className="py-1 pl-3 text-right tabular-nums">
                    {text(day)}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
