import type { DashboardRange } from '@crm/contracts/dashboards/dashboards.ts';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { errorText } from '../../api/errors.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Select } from '../../ui/Select.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { adminDashboard } from '../queries.ts';
import { ApiDocumentation } from './ApiDocumentation.tsx';
import { Overview } from './Overview.tsx';
import { Revenue } from './Revenue.tsx';
import { StatusDistribution } from './StatusDistribution.tsx';
import { SystemOverview } from './SystemOverview.tsx';
import { TopPerformers } from './TopPerformers.tsx';

const ranges = [
  { value: '1d', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
] as const satisfies { value: DashboardRange; label: string }[];

/** The admin's first page: figures of the whole organisation. The range is in the URL. */
export function AdminDashboard() {
  useTitle('Dashboard');
  const user = useCurrentUser();
  const [params, setParams] = useSearchParams();
  const { value: range, label } = ranges.find(({ value }) => value === params.get('range')) ?? ranges[1];
  const query = useQuery(adminDashboard(range));
  const stats = query.data;

  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Dashboard"
        subtitle={`Welcome, ${user.fullName}`}
        actions={
          <>
            <Select
              aria-label="Time range"
              value={range}
              options={ranges}
              onChange={(event) =>
                setParams(event.target.value === '7d' ? {} : { range: event.target.value }, { replace: true })
              }
            />
            <ActionButton
              label="Refresh"
              group="Dashboard"
              action="refresh"
              icon={RefreshCw}
              busy={query.isFetching}
              onClick={() => void query.refetch()}
            />
          </>
        }
      />
      {!stats && query.isError ? (
        <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <Overview stats={stats} />
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <StatusDistribution stats={stats} />
            <SystemOverview stats={stats} />
          </div>
          <Revenue stats={stats} range={label} />
          <TopPerformers stats={stats} range={label} />
        </>
      )}
      <ApiDocumentation />
    </div>
  );
}
