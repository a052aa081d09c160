import { useQuery } from '@tanstack/react-query';
import { pendingCount } from './pendingCount.ts';
import { approvalTexts } from './texts.ts';

/** The number of pending requests, beside the link to the approvals page. */
export function PendingBadge() {
  const { data: count = 0 } = useQuery(pendingCount);
  if (count === 0) return null;
  return (
    <span className="min-w-5 rounded-full bg-warn-soft px-1.5 text-center text-xs leading-5 font-semibold text-warn tabular-nums">
      {count > 999 ? '999+' : count}
      <span className="sr-only"> {approvalTexts.page.pending}</span>
    </span>
  );
}
