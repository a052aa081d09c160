import type { OperatorDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../format/count.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { leadsAt } from '../leadsAt.ts';

type QuickStatsProps = { figures: OperatorDashboard | undefined; assigned: string };

/** The operator's totals, and a line that says how far they are. */
export function QuickStats({ figures, assigned }: QuickStatsProps) {
  const rows = [
    { label: 'Total Assigned', value: figures?.assignedLeads, to: leadsAt({ assigned }) },
    { label: 'Completed', value: figures?.completedLeads, to: leadsAt({ assigned, progress: 'completed' }) },
    { label: 'Pending', value: figures?.openLeads, to: leadsAt({ assigned, progress: 'open' }) },
  ];
  return (
    <div className="flex flex-col gap-4">
      <Panel title="Quick Stats">
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
