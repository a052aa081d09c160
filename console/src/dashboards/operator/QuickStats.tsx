import type { OperatorDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import { leadsAt } from '../../pages/leadsAt.ts';
import { Panel } from '../../ui/Panel.tsx';
import { FigureList } from '../FigureList.tsx';
import { dashboardTexts } from '../texts.ts';

const texts = dashboardTexts.operator;

type QuickStatsProps = { figures: OperatorDashboard | undefined; assigned: string };

/** The operator's totals, and a line that says how far they are. */
export function QuickStats({ figures, assigned }: QuickStatsProps) {
  const totals = [
    { label: texts.stats.assigned, value: figures?.assignedLeads, to: leadsAt({ assigned }) },
    {
      label: texts.stats.completed,
      value: figures?.completedLeads,
      to: leadsAt({ assigned, progress: 'completed' }),
    },
    { label: texts.stats.open, value: figures?.openLeads, to: leadsAt({ assigned, progress: 'open' }) },
  ];
  return (
    <div className="flex flex-col gap-4">
      <Panel title={texts.stats.title}>
        <FigureList figures={totals} />
      </Panel>
      {figures && (
        <p className="rounded-ui bg-primary px-4 py-3 font-medium text-on-primary">
          {encouragement(figures)}
        </p>
      )}
    </div>
  );
}

function encouragement({ assignedLeads, completedLeads, openLeads }: OperatorDashboard): string {
  if (assignedLeads === 0) return texts.encouragement.noLeads;
  if (openLeads === 0) return texts.encouragement.allCompleted;
  const percent = Math.floor((completedLeads / assignedLeads) * 100);
  if (percent >= 50) return texts.encouragement.mostCompleted(percent);
  return texts.encouragement.fewCompleted;
}
