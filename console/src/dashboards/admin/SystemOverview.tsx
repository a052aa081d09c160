import type { AdminDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import { leadsAt } from '../../pages/leadsAt.ts';
import { listAt } from '../../pages/listAt.ts';
import { paths } from '../../paths.ts';
import { Panel } from '../../ui/Panel.tsx';
import { FigureList } from '../FigureList.tsx';
import { since } from '../since.ts';
import { dashboardTexts } from '../texts.ts';

const texts = dashboardTexts.admin.system;

/** Totals of the organisation, each with a link to its list. */
export function SystemOverview({ stats }: { stats: AdminDashboard | undefined }) {
  const figures = [
    { label: texts.totalOffers, value: stats?.offers.totalOffers, to: listAt(paths.offers.list) },
    {
      label: texts.totalOperators,
      value: stats?.users.totalOperators,
      to: listAt(paths.users.list, { role: 'operator' }),
    },
    {
      label: texts.monthLeads,
      value: stats?.overview.monthLeads,
      to: leadsAt(since(stats?.periods, 'month')),
    },
  ];
  return (
    <Panel title={texts.title}>
      <FigureList figures={figures} />
    </Panel>
  );
}
