import { Phone } from 'lucide-react';
import { CopyButton } from './CopyButton.tsx';
import { telOf } from './tel.ts';
import { uiTexts } from './texts.ts';

/** A phone number among other facts, with a button that calls it and one that copies it: 44 px on phones. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1">
      <a href={telOf(phone)} className="rounded-ui text-primary-text hover:underline" dir="ltr">
        {phone}
      </a>
      <span className="inline-flex items-center gap-1">
        <a
          href={telOf(phone)}
          title={uiTexts.phone.call(phone)}
          aria-label={uiTexts.phone.call(phone)}
          className="inline-flex size-7 shrink-0 items-center justify-center rounded-ui text-primary-text hover:bg-sunken max-md:size-11 max-md:bg-primary-soft"
        >
          <Phone aria-hidden className="size-4" />
        </a>
        <CopyButton text={phone} label={uiTexts.phone.copy(phone)} className="max-md:size-11" />
      </span>
    </span>
  );
}
