import type { Lead } from '@crm/contracts/leads/lead.ts';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../../api/errors.ts';
import { SkeletonLines } from '../../../ui/Skeleton.tsx';
import { leadComments } from '../../queries.ts';
import { leadListTexts } from '../../texts/list.ts';
import { CommentLine } from './CommentLine.tsx';

/** All comments but the latest, newest first; fetched when the list did not include them all. */
export function OlderComments({ lead }: { lead: Lead }) {
  const complete = lead.comments.length >= lead.commentCount;
  const query = useQuery({ ...leadComments(lead._id), enabled: !complete });
  const all = complete ? lead.comments : query.data?.data;
  if (!all) {
    if (query.isError) return <p className="text-xs text-bad">{errorText(query.error)}</p>;
    return <SkeletonLines count={2} />;
  }
  return (
    <ul
      aria-label={leadListTexts.cells.comments.olderOf(lead.orderId)}
      className="flex max-h-48 flex-col gap-2 overflow-y-auto border-l-2 pl-2 whitespace-normal"
    >
      {all.slice(1).map((comment) => (
        <li key={comment._id}>
          <CommentLine comment={comment} dense={false} />
        </li>
      ))}
    </ul>
  );
}
