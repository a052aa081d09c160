import type { AdminDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import { ChartPie } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../format/count.ts';
import { leadsAt } from '../../pages/leadsAt.ts';
import { listAt } from '../../pages/listAt.ts';
import { paths } from '../../paths.ts';
import { chartColor } from '../../ui/chart/chartColors.ts';
import { pieChart } from '../../ui/chart/charts.ts';
import type { Slice } from '../../ui/chart/PieChart.tsx';
import { cn } from '../../ui/cn.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useOnDemand } from '../../ui/onDemand.ts';
import { Panel } from '../../ui/Panel.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { dashboardTexts } from '../texts.ts';

const texts = dashboardTexts.admin.statuses;

/** The leads that need attention and the remaining ones, as a ring and as links; empty slices are left out. */
export function StatusDistribution({ stats }: { stats: AdminDashboard | undefined }) {
  return (
    <Panel title={texts.title}>
      {stats ? <Slices pending={stats.pending} /> : <SkeletonLines count={5} />}
    </Panel>
  );
}

function Slices({ pending }: Pick<AdminDashboard, 'pending'>) {
  const { approvals, unassigned, remaining, overdue } = pending;
  const slices = [
    { name: texts.pendingApprovals, value: approvals, to: listAt(paths.approvals) },
    { name: texts.unassigned, value: unassigned, to: leadsAt({ assigned: 'unassigned' }) },
    // No filter of the list leaves these: they are what the other slices do not count.
    { name: texts.remaining, value: remaining, to: null },
    { name: texts.overdue, value: overdue, to: leadsAt({ progress: 'overdue' }) },
  ]
    .map((slice, n) => ({ ...slice, color: chartColor(n) }))
    .filter(({ value }) => value > 0);
  const chart = useOnDemand(pieChart, slices.length > 0);
  if (slices.length === 0) return <EmptyState icon={ChartPie} title={texts.empty} />;
  return (
    <div className="grid items-center gap-4 sm:grid-cols-2">
      <div className="h-50">{chart && <chart.PieChart label={texts.chart} slices={slices} />}</div>
      <ul className="flex flex-col">
        {slices.map(({ name, value, to, color }) => (
          <li key={name}>
            {to === null ? (
              <p className={line}>
                <SliceText name={name} value={value} color={color} />
              </p>
            ) : (
              <Link to={to} className={cn(line, 'hover:bg-sunken')}>
                <SliceText name={name} value={value} color={color} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const line = 'flex min-h-8 items-center gap-2 rounded-ui px-2 max-md:min-h-11';

function SliceText({ name, value, color }: Slice) {
  return (
    <>
      <span aria-hidden className="size-3 rounded-ui" style={{ background: color }} />
      <span className="flex-1">{name}</span>
      <span className="font-medium tabular-nums">{formatNumber(value)}</span>
    </>
  );
}
