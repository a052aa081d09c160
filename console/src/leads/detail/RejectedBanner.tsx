import type { Lead } from '@crm/contracts/leads/lead.ts';
import { CircleX } from 'lucide-react';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { capitalised } from '../../ui/StatusBadge.tsx';

type RejectedBannerProps = { rejected: NonNullable<Lead['rejectedStatusChange']> };

/** Shows that an admin rejected the latest request, and why. */
export function RejectedBanner({ rejected }: RejectedBannerProps) {
  return (
    <section
      aria-label="Status Change Rejected"
      className="flex items-center gap-4 rounded-ui bg-bad-soft px-4 py-3 text-bad"
    >
      <CircleX aria-hidden className="size-4 shrink-0 max-md:hidden" />
      <div role="status" className="min-w-0">
        <p className="text-left font-semibold break-words" dir="auto">
          Rejected: {rejected.reason}
        </p>
        <p className="break-words">
          <bdi>{rejected.rejectedBy}</bdi> rejected the change to {capitalised(rejected.newStatus)} ·{' '}
          <RelativeTime at={rejected.rejectedAt} />
        </p>
      </div>
    </section>
  );
}
