import type { Comment } from '@crm/contracts/leads/lead.ts';
import { Star } from 'lucide-react';
import { formatDateTime } from '../../../format/date.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { leadWords } from '../../texts/words.ts';

/** A comment in the list: star, text, time and author. */
export function CommentLine({ comment, dense }: { comment: Comment; dense: boolean }) {
  const star = comment.isImportant && (
    <Star
      aria-label={leadWords.important}
      className="inline size-3.5 shrink-0 fill-current align-[-2px] text-warn"
    />
  );
  const about = `${comment.author.fullName}, ${formatDateTime(comment.createdAt)}`;
  if (dense) {
    return (
      <span className="flex items-baseline gap-1.5" title={`${comment.content} (${about})`}>
        {star}
        <span className="truncate" dir="auto">
          {comment.content}
        </span>
      </span>
    );
  }
  return (
    <>
      <p className="line-clamp-2 break-words" dir="auto" title={comment.content}>
        {star} {comment.content}
      </p>
      <p className="truncate text-xs text-muted" title={about}>
        <RelativeTime at={comment.createdAt} /> · <span dir="auto">{comment.author.fullName}</span>
      </p>
    </>
  );
}
