import type { OwnViewing } from '@crm/contracts/auth/auth.ts';
import type { SignedInUser } from '@crm/contracts/users/user.ts';
import { Eye } from 'lucide-react';
import { formatTime } from '../format/date.ts';
import { Button } from '../ui/Button.tsx';
import { stopViewing } from './commands.ts';
import { viewingTexts } from './texts.ts';

type ViewingBannerProps = { viewing: OwnViewing; user: SignedInUser };

/** On every page while a super admin views an organisation. */
export function ViewingBanner({ viewing, user }: ViewingBannerProps) {
  return (
    <section
      aria-label={viewingTexts.label}
      className="flex flex-wrap items-center justify-center gap-x-3 max-sm:justify-between gap-y-1 bg-warn-soft px-4 py-1.5 text-sm text-warn print:hidden"
    >
      <Eye aria-hidden className="size-4 shrink-0 max-sm:hidden" />
      <span>
        {viewingTexts.banner(user.crmSettings.organizationName, user.fullName, formatTime(viewing.expiresAt))}
      </span>
      <Button size="sm" onClick={() => stopViewing(viewing._id)}>
        {viewingTexts.stop}
      </Button>
    </section>
  );
}
