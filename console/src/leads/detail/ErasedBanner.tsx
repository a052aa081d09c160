import { Eraser } from 'lucide-react';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { leadDetailTexts } from '../texts/detail.tsx';

const texts = leadDetailTexts.erased;

/** Says which data is left of a lead whose personal data was erased. */
export function ErasedBanner({ erasedAt }: { erasedAt: string }) {
  return (
    <section
      aria-label={texts.title}
      className="flex items-center gap-4 rounded-ui border bg-sunken px-4 py-3"
    >
      <Eraser aria-hidden className="size-4 shrink-0 max-md:hidden" />
      <div role="status" className="min-w-0">
        <p>
          <span className="font-semibold">{texts.title}</span> · <RelativeTime at={erasedAt} />
        </p>
        <p className="break-words text-muted">{texts.text}</p>
      </div>
    </section>
  );
}
