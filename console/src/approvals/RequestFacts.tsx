import { formatMoney, moneyOf } from '../format/money.ts';
import { Facts } from '../ui/Facts.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { StatusChange } from '../ui/StatusChange.tsx';
import type { Deciding } from './decisions.ts';
import { lastCallText } from './lastCall.ts';

/** What a decision needs: the requested change and its reasons, the last call, and the order. */
export function RequestFacts({ request }: Pick<Deciding, 'request'>) {
  const { newStatus, reason, comment, requestedBy, requestedAt } = request.pendingStatusChange;
  return (
    <Facts
      facts={[
        { label: 'Change', value: <StatusChange from={request.status} to={newStatus} /> },
        { label: 'Reason', value: reason },
        { label: 'Comment', value: comment },
        { label: 'Last Call', value: lastCallText(request.lastCall) },
        { label: 'Total', value: formatMoney(moneyOf(request.total, request.currency)) },
        { label: 'Product', value: request.productName },
        { label: 'City', value: request.city },
        { label: 'Requested By', value: requestedBy },
        { label: 'Requested', value: <RelativeTime at={requestedAt} /> },
      ]}
    />
  );
}
