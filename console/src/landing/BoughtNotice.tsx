import { MailCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Bought } from '../payments/Purchase.tsx';
import { registrationTexts } from '../payments/texts/registration.ts';

const texts = registrationTexts.next;

/** The next steps of the buyer of a plan. It is above the plans: on a phone, the chosen one is some screens below it. */
export function BoughtNotice({ bought }: { bought: Bought }) {
  const { email, isTest } = bought;
  const notice = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each purchase
  useEffect(() => notice.current?.scrollIntoView({ block: 'center' }), [bought]);
  return (
    <section
      ref={notice}
      role="status"
      className="mx-auto mb-8 flex max-w-2xl items-start gap-3 rounded-ui border bg-surface p-4"
    >
      <MailCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-ok" />
      <div className="flex min-w-0 flex-col gap-1">
        <h3 className="font-semibold">{texts.title}</h3>
        <p className="break-words">{texts.text(email)}</p>
        {isTest && <p className="text-sm text-muted">{texts.test}</p>}
      </div>
    </section>
  );
}
