import { Phone } from 'lucide-react';
import { CopyButton } from './CopyButton.tsx';
import { cn } from './cn.ts';
import { telOf } from './tel.ts';
import { uiTexts } from './texts.ts';

/** A phone number on a phone's screen: a tap calls it, another button copies it. Both are 44 px high and wide. */
export function PhoneNumber({ phone, className }: { phone: string; className?: string }) {
  return (
    <div className={cn('flex items-center gap-2', className)}>
      <a
        href={telOf(phone)}
        aria-label={uiTexts.phone.call(phone)}
        className="inline-flex h-11 min-w-0 flex-1 items-center justify-center gap-2 rounded-ui bg-primary px-3 font-medium text-on-primary tabular-nums hover:bg-primary-hover"
      >
        <Phone aria-hidden className="size-4 shrink-0" />
        <span className="truncate">{phone}</span>
      </a>
      <CopyButton
        text={phone}
        label={uiTexts.phone.copy(phone)}
        className="size-11 border border-line-strong/60 bg-surface max-md:size-11"
      />
    </div>
  );
}
