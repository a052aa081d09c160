import type { Lead } from '@crm/contracts/leads/lead.ts';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../api/errors.ts';
import { leadDetail } from '../../leads/detail/queries.ts';
import { TimelineItem } from '../../leads/detail/TimelineItem.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { workTexts } from '../texts.ts';

/** The entries that are shown; the lead's page has all. */
const MOST_SHOWN = 20;
/** Events that tell the lead's operator nothing new: who worked on the lead. */
const hidden = ['LeadTaken', 'LeadReleased'];

/** The lead's history, the newest entry first. */
export function History({ lead }: { lead: Lead }) {
  return (
    <Panel title={workTexts.history} className="min-w-0">
      <Entries lead={lead} />
    </Panel>
  );
}

function Entries({ lead }: { lead: Lead }) {
  const query = useQuery(leadDetail(lead._id));
  const timeline = query.data?.data.timeline;
  if (!timeline && query.isError)
    return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  if (!timeline) return <SkeletonLines count={3} />;
  const entries = timeline.filter(({ event }) => !hidden.includes(event)).slice(0, MOST_SHOWN);
  return (
    <ol aria-label={workTexts.history} className="flex flex-col">
      {entries.map((entry) => (
        <TimelineItem key={entry._id} entry={entry} />
      ))}
    </ol>
  );
}
