import type { OperatorDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import { Panel } from '../../ui/Panel.tsx';
import { FigureList } from '../FigureList.tsx';
import { leadsAt } from '../leadsAt.ts';

type QuickStatsProps = { figures: OperatorDashboard | undefined; assigned: string };

/** The operator's totals, and a line that says how far they are. */
export function QuickStats({ figures, assigned }: QuickStatsProps) {
  const totals = [
    { label: 'Total Assigned', value: figures?.assignedLeads, to: leadsAt({ assigned }) },
    { label: 'Completed', value: figures?.completedLeads, to: leadsAt({ assigned, progress: 'completed' }) },
    { label: 'Pending', value: figures?.openLeads, to: leadsAt({ assigned, progress: 'open' }) },
  ];
  return (
    <div className="flex flex-col gap-4">
      <Panel title="Quick Stats">
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
  if (assignedLeads === 0) return 'A fresh start: your first leads will appear here.';
  if (openLeads === 0) return 'All done! Every lead of yours is completed.';
  const percent = Math.floor((completedLeads / assignedLeads) * 100);
  if (percent >= 50) return `Great work! ${percent}% of your leads are completed.`;
  return 'Keep it up! Every call brings you closer to the next approval.';
}
