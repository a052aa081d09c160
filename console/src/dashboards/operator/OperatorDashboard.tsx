import { useQuery } from '@tanstack/react-query';
import { CalendarDays, CalendarRange, ClipboardList, Hourglass } from 'lucide-react';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { leadsAt } from '../../pages/leadsAt.ts';
import { DashboardFrame } from '../DashboardFrame.tsx';
import { FigureCard } from '../FigureCard.tsx';
import { operatorDashboard } from '../queries.ts';
import { since } from '../since.ts';
import { dashboardTexts } from '../texts.ts';
import { QuickStats } from './QuickStats.tsx';
import { UrgentLeads } from './UrgentLeads.tsx';

const texts = dashboardTexts.operator;

/** The operator's first page: the own figures and the leads to call first. */
export function OperatorDashboard() {
  const query = useQuery(operatorDashboard());
  const figures = query.data;
  // An operator who sees all leads opens the own ones.
  const assigned = useCurrentUser()._id;
  return (
    <DashboardFrame title={texts.title} query={query}>
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        <FigureCard
          label={texts.figures.assignedLeads}
          icon={ClipboardList}
          value={figures?.assignedLeads}
          to={leadsAt({ assigned })}
        />
        <FigureCard
          label={texts.figures.todayLeads}
          icon={CalendarDays}
          value={figures?.todayLeads}
          to={leadsAt({ assigned, ...since(figures?.periods, 'today') })}
        />
        <FigureCard
          label={texts.figures.weekLeads}
          icon={CalendarRange}
          value={figures?.weekLeads}
          to={leadsAt({ assigned, ...since(figures?.periods, 'week') })}
        />
        <FigureCard
          label={texts.figures.pendingApprovals}
          icon={Hourglass}
          value={figures?.pendingApprovals}
          to={leadsAt({ assigned, request: 'pending' })}
        />
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-3">
        <div className="lg:col-span-2">
          <UrgentLeads figures={figures} assigned={assigned} />
        </div>
        <QuickStats figures={figures} assigned={assigned} />
      </div>
    </DashboardFrame>
  );
}
