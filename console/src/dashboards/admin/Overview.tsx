import type { AdminDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import { CalendarDays, Package, Users, UsersRound } from 'lucide-react';
import { leadsAt } from '../../pages/leadsAt.ts';
import { listAt } from '../../pages/listAt.ts';
import { paths } from '../../paths.ts';
import { FigureCard } from '../FigureCard.tsx';
import { since } from '../since.ts';
import { dashboardTexts } from '../texts.ts';
import { Growth } from './Growth.tsx';

const texts = dashboardTexts.admin.overview;

/** The four cards at the top. */
export function Overview({ stats }: { stats: AdminDashboard | undefined }) {
  const overview = stats?.overview;
  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <FigureCard
        label={texts.totalLeads}
        icon={UsersRound}
        value={overview?.totalLeads}
        to={leadsAt({})}
        note={overview ? <Growth percent={overview.growth.daily} since="sinceYesterday" /> : null}
      />
      <FigureCard
        label={texts.todayLeads}
        icon={CalendarDays}
        value={overview?.todayLeads}
        to={leadsAt(since(stats?.periods, 'today'))}
        note={overview ? <Growth percent={overview.growth.weekly} since="sinceLastWeek" /> : null}
      />
      <FigureCard
        label={texts.activeOperators}
        icon={Users}
        value={stats?.users.activeOperators}
        to={listAt(paths.users.list, { role: 'operator', status: 'active' })}
        note={stats ? texts.of(stats.users.totalOperators) : null}
      />
      <FigureCard
        label={texts.activeOffers}
        icon={Package}
        value={stats?.offers.activeOffers}
        to={listAt(paths.offers.list, { status: 'active' })}
        note={stats ? texts.of(stats.offers.totalOffers) : null}
      />
    </div>
  );
}
