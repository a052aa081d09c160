import type { AdminDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import { paths } from '../../paths.ts';
import { Panel } from '../../ui/Panel.tsx';
import { FigureList } from '../FigureList.tsx';
import { leadsAt } from '../leadsAt.ts';

/** Totals of the organisation, each with a link to its list. */
export function SystemOverview({ stats }: { stats: AdminDashboard | undefined }) {
  const figures = [
    { label: 'Total Offers', value: stats?.offers.totalOffers, to: paths.offers.list },
    { label: 'Total Operators', value: stats?.users.totalOperators, to: `${paths.users.list}?role=operator` },
    {
      label: "This Month's Leads",
      value: stats?.overview.monthLeads,
      to: leadsAt({ since: stats?.periods.month ?? '' }),
    },
  ];
  return (
    <Panel title="System Overview">
      <FigureList figures={figures} />
    </Panel>
  );
}
