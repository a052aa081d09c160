import { formatMoney, moneyOf } from '../format/money.ts';
import { Facts } from '../ui/Facts.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { StatusChange } from '../ui/StatusChange.tsx';
import type { Deciding } from './decisions.ts';
import { lastCallText } from './lastCall.ts';
import { decisionTexts } from './texts/dialogs.ts';

const texts = decisionTexts.dialog.facts;

/** The facts for a decision: the requested change and its reasons, the last call, and the order. */
export function RequestFacts({ request }: Pick<Deciding, 'request'>) {
  const { newStatus, reason, comment, requestedBy, requestedAt } = request.pendingStatusChange;
  return (
    <Facts
      facts={[
        { label: texts.change, value: <StatusChange from={request.status} to={newStatus} /> },
        { label: texts.reason, value: reason },
        { label: texts.comment, value: comment },
        { label: texts.lastCall, value: lastCallText(request.lastCall) },
        { label: texts.total, value: formatMoney(moneyOf(request.total, request.currency)) },
        { label: texts.product, value: request.productName },
        { label: texts.city, value: request.city },
        { label: texts.requestedBy, value: requestedBy },
        { label: texts.requested, value: <RelativeTime at={requestedAt} /> },
      ]}
    />
  );
}
