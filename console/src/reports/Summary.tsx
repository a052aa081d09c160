import type { ReportHead } from '@crm/contracts/reports/reports.ts';
import { formatNumber } from '../format/count.ts';
import { amountLines, amounts } from './amounts.ts';
import { FigureLink } from './FigureLink.tsx';
import type { LinkOf } from './links.ts';
import { rateText } from './rate.ts';
import { reportTexts } from './texts.ts';

const texts = reportTexts.summary;

/** The figures of the whole report, each with that of the period before. */
export function Summary({ report, linkOf }: { report: ReportHead; linkOf: LinkOf }) {
  const { previous } = report;
  const all = linkOf({});
  const approved = linkOf({ status: 'approved' });
  const days = { from: previous.startDate, to: previous.endDate };
  const allBefore = linkOf({ days });
  const approvedBefore = linkOf({ status: 'approved', days });
  const cards = [
    {
      label: texts.totalLeads,
      to: all,
      toBefore: allBefore,
      now: [formatNumber(report.totalLeads)],
      before: formatNumber(previous.totalLeads),
    },
    {
      label: texts.totalRevenue,
      to: approved,
      toBefore: approvedBefore,
      now: amountLines(report.totalRevenue),
      before: amounts(previous.totalRevenue),
    },
    {
      label: texts.conversionRate,
      to: approved,
      toBefore: approvedBefore,
      now: [rateText(report.conversionRate, report.totalLeads)],
      before: rateText(previous.conversionRate, previous.totalLeads),
    },
    {
      label: texts.averageOrderValue,
      to: approved,
      toBefore: approvedBefore,
      now: amountLines(report.averageOrderValue),
      before: amounts(previous.averageOrderValue),
    },
  ];
  return (
    <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {cards.map(({ label, to, toBefore, now, before }) => (
        <div key={label} className="flex min-w-0 flex-col gap-1 rounded-ui border bg-surface px-4 py-3">
          <dt className="text-sm text-muted">{label}</dt>
          {now.map((line) => (
            <dd key={line} className="text-xl font-semibold break-words tabular-nums">
              <FigureLink to={to} className="text-inherit">
                {line}
              </FigureLink>
            </dd>
          ))}
          <dd className="text-sm text-muted">
            <FigureLink to={toBefore} className="text-inherit">
              {texts.before(before)}
            </FigureLink>
          </dd>
        </div>
      ))}
    </dl>
  );
}
