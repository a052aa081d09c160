import { Plus } from 'lucide-react';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { formatNumber } from '../../format/count.ts';
import { ActionLink } from '../../keys/ActionLink.tsx';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ViewBar } from '../../views/ViewBar.tsx';
import { ExportMenu } from '../export/ExportMenu.tsx';
import type { LeadListInput } from '../queries.ts';
import { commentBadge } from './filters.ts';
import type { Chosen } from './selection.ts';
import type { useLeadView } from './useLeadView.ts';

type ListHeaderProps = {
  title: string;
  view: ReturnType<typeof useLeadView>;
  /** Null until the counts are known. */
  counted: { shown: number; total: number } | null;
  input: LeadListInput;
  chosen: Chosen | null;
  onAssign: () => void;
};

/** The list's title, saved view, counts and actions. */
export function ListHeader({ title, view, counted, input, chosen, onAssign }: ListHeaderProps) {
  const manages = can(useCurrentUser(), 'manage-leads');
  const badge = commentBadge(view.state);
  return (
    <PageHeader
      title={title}
      badges={
        <>
          <ViewBar
            plain={title}
            views={view.views}
            current={view.current}
            modified={view.modified}
            screen={view.screen}
            onChoose={view.choose}
            onReset={view.reset}
            onKept={view.kept}
          />
          {badge && <Badge tone="info">{badge}</Badge>}
        </>
      }
      subtitle={
        <span role="status">
          {counted ? `Showing: ${formatNumber(counted.shown)} of ${formatNumber(counted.total)} leads` : ' '}
        </span>
      }
      actions={
        <>
          {manages && <ExportMenu input={input} total={counted?.total ?? 0} chosen={chosen} />}
          {chosen && (
            <Button className="max-md:hidden" onClick={onAssign}>
              {`Assign ${formatNumber(chosen.count)} Leads`}
            </Button>
          )}
          {manages && (
            <ActionLink
              label="Add Lead"
              group="Leads"
              action="new"
              to={paths.leads.new}
              icon={Plus}
              variant="primary"
            />
          )}
        </>
      }
    />
  );
}
