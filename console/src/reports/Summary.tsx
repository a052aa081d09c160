import type { ReportHead } from '@crm/contracts/reports/reports.ts';
import { formatNumber } from '../format/count.ts';
import { amountLines, amounts } from './amounts.ts';
import { reportTexts } from './texts.ts';

const texts = reportTexts.summary;

/** The figures of the whole report, each with that of the period before. */
export function Summary({ report }: { report: ReportHead }) {
  const { previous } = report;
  const cards = [
    {
      label: texts.totalLeads,
      now: [formatNumber(report.totalLeads)],
      before: formatNumber(previous.totalLeads),
    },
    {
      label: texts.totalRevenue,
      now: amountLines(report.totalRevenue),
      before: amounts(previous.totalRevenue),
    },
    {
      label: texts.conversionRate,
      now: [texts.percent(report.conversionRate)],
      before: texts.percent(previous.conversionRate),
    },
    {
      label: texts.averageOrderValue,
      now: amountLines(report.averageOrderValue),
      before: amounts(previous.averageOrderValue),
    },
  ];
  return (
    <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {cards.map(({ label, now, before }) => (
        <div key={label} className="flex min-w-0 flex-col gap-1 rounded-ui border bg-surface px-4 py-3">
          <dt className="text-sm text-muted">{label}</dt>
          {now.map((line) => (
            <dd key={line} className="text-xl font-semibold break-words tabular-nums">
              {line}
            </dd>
          ))}
          <dd className="text-sm text-muted">{texts.before(before)}</dd>
        </div>
      ))}
    </dl>
  );
}
