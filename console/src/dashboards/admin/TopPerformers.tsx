import type { AdminDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import { Trophy } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../format/count.ts';
import { formatSums, moneyOf } from '../../format/money.ts';
import { type LinkedFilters, leadsAt } from '../../pages/leadsAt.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { untilToday } from '../since.ts';
import { dashboardTexts } from '../texts.ts';

const texts = dashboardTexts.admin.performers;

/** The operators with the most approved leads of the range. */
export function TopPerformers({ stats, range }: { stats: AdminDashboard | undefined; range: string }) {
  return (
    <Panel title={texts.title(range)}>
      {stats ? (
        <Performers performers={stats.topPerformers} range={untilToday(stats.periods, 'range')} />
      ) : (
        <SkeletonLines count={5} />
      )}
    </Panel>
  );
}

type PerformersProps = {
  performers: AdminDashboard['topPerformers'];
  range: Pick<LinkedFilters, 'within'>;
};

function Performers({ performers, range }: PerformersProps) {
  if (performers.length === 0) return <EmptyState icon={Trophy} title={texts.empty} />;
  return (
    <div className="scroll-x">
      <table className="w-full text-sm whitespace-nowrap">
        <thead>
          <tr className="border-b text-left text-muted">
            <th className="py-1.5 pr-3 font-medium">{texts.columns.operator}</th>
            <th className="px-3 py-1.5 text-right font-medium">{texts.columns.leads}</th>
            <th className="px-3 py-1.5 text-right font-medium">{texts.columns.approved}</th>
            <th className="px-3 py-1.5 text-right font-medium">{texts.columns.conversion}</th>
            <th className="py-1.5 pl-3 text-right font-medium">{texts.columns.revenue}</th>
          </tr>
        </thead>
        <tbody>
          {performers.map(({ operatorId, fullName, totalLeads, approvedLeads, conversionRate, revenue }) => (
            <tr key={operatorId} className="border-b last:border-0">
              <td className="py-1.5 pr-3" dir="auto">
                {fullName || texts.formerOperator}
              </td>
              <td className="px-3 py-1.5 text-right tabular-nums">
                <Link
                  to={leadsAt({ assigned: operatorId, ...range })}
                  className="text-primary-text hover:underline"
                >
                  {formatNumber(totalLeads)}
                </Link>
              </td>
              <td className="px-3 py-1.5 text-right tabular-nums">
                <Link
                  to={leadsAt({ assigned: operatorId, status: 'approved', ...range })}
                  className="text-primary-text hover:underline"
                >
                  {formatNumber(approvedLeads)}
                </Link>
              </td>
              <td className="px-3 py-1.5 text-right tabular-nums">{formatNumber(conversionRate)}%</td>
              <td className="py-1.5 pl-3 text-right tabular-nums">
                {formatSums(revenue.map(({ amount, currency }) => moneyOf(amount, currency))) || '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
