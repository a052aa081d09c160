import type { DashboardRange } from '@crm/contracts/dashboards/dashboards.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { Select } from '../../ui/Select.tsx';
import { DashboardFrame } from '../DashboardFrame.tsx';
import { adminDashboard } from '../queries.ts';
import { dashboardTexts } from '../texts.ts';
import { AdminFirstSteps } from './AdminFirstSteps.tsx';
import { ApiDocumentation } from './ApiDocumentation.tsx';
import { Overview } from './Overview.tsx';
import { Revenue } from './Revenue.tsx';
import { StatusDistribution } from './StatusDistribution.tsx';
import { SubscriptionBanner } from './SubscriptionBanner.tsx';
import { SystemOverview } from './SystemOverview.tsx';
import { TopPerformers } from './TopPerformers.tsx';

const texts = dashboardTexts.admin;

const ranges = [
  { value: '1d', label: texts.ranges['1d'] },
  { value: '7d', label: texts.ranges['7d'] },
  { value: '30d', label: texts.ranges['30d'] },
  { value: '90d', label: texts.ranges['90d'] },
] as const satisfies { value: DashboardRange; label: string }[];

/** The admin's first page: figures of the whole organisation. The range is in the URL. */
export function AdminDashboard() {
  const [params, setParams] = useSearchParams();
  const { value: range, label } = ranges.find(({ value }) => value === params.get('range')) ?? ranges[1];
  const query = useQuery(adminDashboard(range));
  const stats = query.data;

  return (
    <DashboardFrame
      title={dashboardTexts.title}
      query={query}
      actions={
        <Select
          aria-label={texts.range}
          value={range}
          options={ranges}
          onChange={(event) =>
            setParams(event.target.value === '7d' ? {} : { range: event.target.value }, { replace: true })
          }
        />
      }
      footer={<ApiDocumentation />}
    >
      {stats?.subscription && <SubscriptionBanner subscription={stats.subscription} />}
      {stats && <AdminFirstSteps stats={stats} />}
      <Overview stats={stats} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <StatusDistribution stats={stats} />
        <SystemOverview stats={stats} />
      </div>
      <Revenue stats={stats} range={label} />
      <TopPerformers stats={stats} range={label} />
    </DashboardFrame>
  );
}
