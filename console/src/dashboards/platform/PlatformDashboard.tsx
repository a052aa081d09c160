import type { PlatformAnalytics, SystemOverview } from '@crm/contracts/dashboards/platform.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { errorText } from '../../api/errors.ts';
import { formatNumber } from '../../format/count.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { DashboardFrame } from '../DashboardFrame.tsx';
import { platformAnalytics, systemOverview } from '../queries.ts';
import { platformTexts } from '../texts/platform.ts';
import { dashboardTexts } from '../texts.ts';
import { FailedEvents } from './FailedEvents.tsx';
import { Lag } from './Lag.tsx';
import { LeadsByDay } from './LeadsByDay.tsx';
import { PlatformFirstSteps } from './PlatformFirstSteps.tsx';
import { RevenueByMonth } from './RevenueByMonth.tsx';
import { Tile } from './Tile.tsx';

/** The super admin's first page: the figures of the installation and its state. */
export function PlatformDashboard() {
  const overview = useQuery(systemOverview);
  const analytics = useQuery(platformAnalytics);
  return (
    <DashboardFrame title={dashboardTexts.title} query={overview}>
      {analytics.data && <PlatformFirstSteps tenants={analytics.data.tenants} />}
      <Tiles overview={overview.data} analytics={analytics.data} />
      <Figures query={analytics} />
      <FailedEvents overview={overview.data} />
      <Lag consumers={overview.data?.consumers} />
    </DashboardFrame>
  );
}

/** The read models may still be built after an update; the rest of the page does not need them. */
function Figures({ query }: { query: UseQueryResult<PlatformAnalytics> }) {
  if (query.data === undefined && query.isError)
    return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <LeadsByDay days={query.data?.leadsByDay} />
      <RevenueByMonth months={query.data?.revenueByMonth} />
    </div>
  );
}

type Data = { overview: SystemOverview | undefined; analytics: PlatformAnalytics | undefined };

function Tiles({ overview, analytics }: Data) {
  const texts = platformTexts.tiles;
  const days = analytics?.leadsByDay ?? [];
  const notActive = analytics && analytics.tenants.suspended + analytics.tenants.blocked;
  const deliveries = overview?.deliveries;
  return (
    <dl className="grid gap-3 [grid-template-columns:repeat(auto-fit,minmax(10rem,1fr))]">
      <Tile
        label={texts.tenants}
        value={analytics && formatNumber(analytics.tenants.active)}
        note={notActive === undefined ? null : texts.notActive(notActive)}
      />
      <Tile
        label={texts.leads}
        value={analytics && formatNumber(days.at(-1)?.leads ?? 0)}
        note={analytics ? texts.yesterday(days.at(-2)?.leads ?? 0) : null}
      />
      <Tile
        label={texts.deliveries}
        value={deliveries && (deliveries.rate === null ? '-' : `${deliveries.rate}%`)}
        note={
          deliveries
            ? deliveries.rate === null
              ? texts.noDeliveries
              : texts.failed(deliveries.failed)
            : null
        }
      />
      <Tile
        label={texts.failures}
        value={overview && formatNumber(overview.failedEvents)}
        note={overview ? (overview.failedEvents === 0 ? texts.noFailures : texts.openFailures) : null}
        bad={overview !== undefined && overview.failedEvents > 0}
      />
    </dl>
  );
}
