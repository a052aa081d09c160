import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useCurrentUser } from '../auth/currentUser.ts';
import { useAction } from '../keys/registry.ts';
import { paths } from '../paths.ts';
import { NoticeLine, NoticeLink } from '../ui/NoticeLine.tsx';
import { rejectedRequests } from './queries.ts';
import { useSeenRejections } from './seenRejections.ts';
import { approvalTexts } from './texts.ts';

const texts = approvalTexts.rejections;

/**
 * Tells an operator, on every page, that requests were rejected: as it happens, and after the next sign-in. The notice
 * stays until it is dismissed or its page is opened; Ctrl K finds the list at any time.
 */
export function RejectionNotice() {
  const navigate = useNavigate();
  const [seen, see] = useSeenRejections(useCurrentUser()._id);
  // The latest rejection first.
  const rejected = useQuery(rejectedRequests).data?.data.leads ?? [];
  const unseen = rejected.filter(({ rejectedStatusChange }) => rejectedStatusChange.rejectedAt > seen);
  useAction({ label: texts.find, group: texts.findGroup, run: () => void navigate(paths.leads.rejected) });

  const [latest, ...others] = unseen;
  if (!latest) return null;
  const dismiss = () => see(latest.rejectedStatusChange.rejectedAt);
  if (others.length > 0)
    return (
      <NoticeLine onDismiss={dismiss}>
        {texts.many(unseen.length)}{' '}
        <NoticeLink to={paths.leads.rejected} label={texts.show} onFollow={dismiss} />
      </NoticeLine>
    );
  return (
    <NoticeLine onDismiss={dismiss}>
      {texts.one(
        <NoticeLink key="order" to={paths.leads.one(latest._id)} label={latest.orderId} onFollow={dismiss} />,
        <bdi key="reason">{latest.rejectedStatusChange.reason}</bdi>,
      )}
    </NoticeLine>
  );
}
