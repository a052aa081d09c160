import type { Lead } from '@crm/contracts/leads/lead.ts';
import { CircleX } from 'lucide-react';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { capitalised } from '../../ui/StatusBadge.tsx';
import { leadDetailTexts } from '../texts/detail.tsx';
import { leadWords } from '../texts/words.ts';

const texts = leadDetailTexts.rejected;

type RejectedBannerProps = { rejected: NonNullable<Lead['rejectedStatusChange']> };

/** Shows that an admin rejected the latest request, and why. */
export function RejectedBanner({ rejected }: RejectedBannerProps) {
  return (
    <section
      aria-label={texts.title}
      className="flex items-center gap-4 rounded-ui bg-bad-soft px-4 py-3 text-bad"
    >
      <CircleX aria-hidden className="size-4 shrink-0 max-md:hidden" />
      <div role="status" className="min-w-0">
        <p className="text-left font-semibold break-words" dir="auto">
          {leadWords.rejectedBecause(rejected.reason)}
        </p>
        <p className="break-words">
          {texts.by(<bdi>{rejected.rejectedBy}</bdi>, capitalised(rejected.newStatus))} ·{' '}
          <RelativeTime at={rejected.rejectedAt} />
        </p>
      </div>
    </section>
  );
}
