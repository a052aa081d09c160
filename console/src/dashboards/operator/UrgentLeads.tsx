import type { OperatorDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import type { Lead } from '@crm/contracts/leads/lead.ts';
import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../format/count.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { leadsAt } from '../../pages/leadsAt.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { dashboardTexts } from '../texts.ts';

const texts = dashboardTexts.operator.urgent;

type UrgentLeadsProps = { figures: OperatorDashboard | undefined; assigned: string };

/** The leads to call first; the rest is in the leads list. */
export function UrgentLeads({ figures, assigned }: UrgentLeadsProps) {
  const total = figures?.urgentTotal ?? 0;
  const all = leadsAt({ assigned, progress: 'urgent' });
  return (
    <Panel title={texts.title} actions={total > 0 && <Badge tone="bad">{formatNumber(total)}</Badge>}>
      {!figures ? (
        <SkeletonLines count={6} />
      ) : figures.urgentLeads.length === 0 ? (
        <EmptyState icon={CircleCheck} title={texts.empty} />
      ) : (
        <>
          <ul aria-label={texts.list} className="flex flex-col">
            {figures.urgentLeads.map((lead) => (
              <li key={lead._id} className="border-b last:border-0">
                <UrgentLead lead={lead} />
              </li>
            ))}
          </ul>
          {total > figures.urgentLeads.length && (
            <Link to={all} className="mt-3 inline-block text-primary-text hover:underline">
              {texts.showAll(total)}
            </Link>
          )}
        </>
      )}
    </Panel>
  );
}

function UrgentLead({ lead }: { lead: Lead }) {
  const { _id, fullName, status, orderId, productName, createdAt, total, currency } = lead;
  return (
    <Link
      to={paths.leads.one(_id)}
      className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 rounded-ui px-2 py-2 hover:bg-sunken"
    >
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="truncate font-medium" dir="auto">
          {fullName}
        </span>
        <StatusBadge status={status} />
      </span>
      <span className="text-right font-medium tabular-nums">{formatMoney(moneyOf(total, currency))}</span>
      <span className="truncate text-sm text-muted" dir="auto">
        {[orderId, productName].filter(Boolean).join(' · ')}
      </span>
      <span className="text-right text-sm text-muted">
        <RelativeTime at={createdAt} />
      </span>
    </Link>
  );
}
