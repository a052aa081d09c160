import { Facts } from '../ui/Facts.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { StatusChange } from '../ui/StatusChange.tsx';
import type { Deciding } from './deciding.ts';

/** The requested status change, its reason, requester and time. */
export function RequestFacts({ request }: Pick<Deciding, 'request'>) {
  const { newStatus, reason, requestedBy, requestedAt } = request.pendingStatusChange;
  return (
    <Facts
      facts={[
        { label: 'Change', value: <StatusChange from={request.status} to={newStatus} /> },
        { label: 'Reason', value: reason },
        { label: 'Requested By', value: requestedBy },
        { label: 'Requested', value: <RelativeTime at={requestedAt} /> },
      ]}
    />
  );
}
