import type { Lead } from '@crm/contracts/leads/lead.ts';
import { Check, Hourglass, X } from 'lucide-react';
import { lastCallText } from '../../approvals/lastCall.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { capitalised } from '../../ui/StatusBadge.tsx';
import { leadDetailTexts } from '../texts/detail.tsx';
import { leadWords } from '../texts/words.ts';

const texts = leadDetailTexts.pending;

type PendingBannerProps = {
  lead: Lead;
  pending: NonNullable<Lead['pendingStatusChange']>;
  /** Null when the user may not decide the request here. */
  onDecide: ((decision: 'approve' | 'reject') => void) | null;
};

/** Shows that an operator's request waits for an admin, with what the decision needs. */
export function PendingBanner({ lead, pending, onDecide }: PendingBannerProps) {
  return (
    <section
      aria-label={texts.title}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-ui bg-warn-soft px-4 py-3 text-warn"
    >
      <Hourglass aria-hidden className="size-4 shrink-0 max-md:hidden" />
      <div role="status" className="min-w-0 flex-1 basis-64">
        <p>
          <span className="font-semibold">{texts.title}</span> · <RelativeTime at={pending.requestedAt} />
        </p>
        <p className="break-words">
          {texts.requested(<span dir="auto">{pending.requestedBy}</span>, capitalised(pending.newStatus))}
        </p>
        {pending.reason && (
          <p className="text-left break-words" dir="auto">
            {texts.reason(pending.reason)}
          </p>
        )}
        {pending.comment && (
          <p className="text-left break-words" dir="auto">
            {texts.comment(pending.comment)}
          </p>
        )}
        {onDecide && (
          <p className="text-left break-words" dir="auto">
            {orderText(lead)}
          </p>
        )}
      </div>
      {onDecide && (
        <div className="flex gap-2">
          <ActionButton
            label={texts.approve}
            group={leadWords.lead}
            action="approve"
            icon={Check}
            variant="primary"
            onClick={() => onDecide('approve')}
          />
          <ActionButton
            label={texts.reject}
            group={leadWords.lead}
            action="reject"
            icon={X}
            onClick={() => onDecide('reject')}
          />
        </div>
      )}
    </section>
  );
}

/** 'Last call: Connected - Call Back · ₹2,999.00 · Joint Care · Pune' */
function orderText({ lastCall, total, currency, productName, city }: Lead): string {
  const outcome = lastCallText(lastCall);
  const call = outcome === null ? texts.noCall : texts.lastCall(outcome);
  const amount = formatMoney(moneyOf(total, currency));
  return [call, amount, productName, city].filter(Boolean).join(' · ');
}
