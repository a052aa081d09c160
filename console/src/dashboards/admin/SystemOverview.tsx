import type { AdminDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../format/count.ts';
import { paths } from '../../paths.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { leadsAt } from '../leadsAt.ts';

/** Totals of the organisation, each with a link to its list. */
export function SystemOverview({ stats }: { stats: AdminDashboard | undefined }) {
  const rows = [
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
      <ul className="flex flex-col">
        {rows.map(({ label, value, to }) => (
          <li key={label}>
            <Link
              to={to}
              className="flex min-h-8 items-center gap-2 rounded-ui px-2 hover:bg-sunken max-md:min-h-11"
            >
              <span className="flex-1">{label}</span>
              {value === undefined ? (
                <Skeleton className="w-12" />
              ) : (
                <span className="font-medium tabular-nums">{formatNumber(value)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
