import type { AdminDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import { CalendarDays, Package, Users, UsersRound } from 'lucide-react';
import { formatNumber } from '../../format/count.ts';
import { paths } from '../../paths.ts';
import { FigureCard } from '../FigureCard.tsx';
import { leadsAt } from '../leadsAt.ts';
import { Growth } from './Growth.tsx';

/** The four cards at the top. */
export function Overview({ stats }: { stats: AdminDashboard | undefined }) {
  const overview = stats?.overview;
  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <FigureCard
        label="Total Leads"
        icon={UsersRound}
        value={overview?.totalLeads}
        to={leadsAt({})}
        note={overview ? <Growth percent={overview.growth.daily} to="yesterday" /> : null}
      />
      <FigureCard
        label="Today's Leads"
        icon={CalendarDays}
        value={overview?.todayLeads}
        to={leadsAt({ since: stats?.periods.today ?? '' })}
        note={overview ? <Growth percent={overview.growth.weekly} to="the week before" /> : null}
      />
      <FigureCard
        label="Active Operators"
        icon={Users}
        value={stats?.users.activeOperators}
        to={`${paths.users.list}?role=operator&status=active`}
        note={stats ? `of ${formatNumber(stats.users.totalOperators)}` : null}
      />
      <FigureCard
        label="Active Offers"
        icon={Package}
        value={stats?.offers.activeOffers}
        to={`${paths.offers.list}?status=active`}
        note={stats ? `of ${formatNumber(stats.offers.totalOffers)}` : null}
      />
    </div>
  );
}
