import type { RenewalInstructions } from '@crm/contracts/payments/payments.ts';
import { ExternalLink } from 'lucide-react';
import { buttonVariants } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { accountTexts } from '../texts/account.ts';

const texts = accountTexts.renewal;

/** The installation's own way to pay; nothing when it has none. */
export function Transfer({
  renewal: { paymentAddress, instructions, chatGroup },
}: {
  renewal: RenewalInstructions;
}) {
  if (!paymentAddress && !instructions && !chatGroup) return null;
  return (
    <section className="flex flex-col gap-2 border-t pt-4">
      <h3 className="font-semibold">{texts.transfer}</h3>
      <p className="break-words whitespace-pre-line text-muted">{instructions ?? texts.transferText}</p>
      {paymentAddress && (
        <p className="flex items-center gap-2">
          <code className="min-w-0 flex-1 rounded-ui bg-sunken px-2 py-1 text-sm break-all">
            {paymentAddress}
          </code>
          <CopyButton text={paymentAddress} label={texts.copyAddress} />
        </p>
      )}
      {chatGroup && (
        <a
          href={chatGroup}
          target="_blank"
          rel="noreferrer"
          className={buttonVariants({ variant: 'secondary', className: 'self-start' })}
        >
          <ExternalLink aria-hidden className="size-4" />
          {texts.chat}
        </a>
      )}
    </section>
  );
}
