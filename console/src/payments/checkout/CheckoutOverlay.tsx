import { CircleAlert, CircleCheck } from 'lucide-react';
import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { checkoutTexts as texts } from '../texts/checkout.ts';
import { TestCheckout } from './TestCheckout.tsx';
import type { CheckoutPhase } from './useCheckout.ts';

type CheckoutOverlayProps = {
  phase: CheckoutPhase;
  onClose: () => void;
  /** Begins again after a failure. */
  onRetry: () => void;
};

/** The window of a payment and its end, over the page. */
export function CheckoutOverlay({ phase, onClose, onRetry }: CheckoutOverlayProps) {
  switch (phase.kind) {
    case 'idle':
      return null;
    case 'open':
      // The provider's window is its own.
      return phase.checkout.order.isTest ? (
        <TestCheckout checkout={phase.checkout} onEnd={phase.end} />
      ) : null;
    case 'verifying':
      return <Notice {...texts.processing} icon={<Spinner />} />;
    case 'verified': {
      const said = { granted: texts.successful, paid: texts.received, needs_attention: texts.attention };
      return (
        <Notice
          {...said[phase.status]}
          icon={
            phase.status === 'needs_attention' ? (
              <CircleAlert aria-hidden className="size-8 text-warn" />
            ) : (
              <CircleCheck aria-hidden className="size-8 text-ok" />
            )
          }
        >
          <Button onClick={onClose}>{texts.close}</Button>
        </Notice>
      );
    }
    case 'unconfirmed':
      return (
        <Notice
          title={texts.unconfirmed.title}
          text={texts.unconfirmed.text}
          icon={<CircleAlert aria-hidden className="size-8 text-warn" />}
        >
          <Button onClick={onClose}>{texts.close}</Button>
          <Button variant="primary" onClick={phase.again}>
            {texts.unconfirmed.again}
          </Button>
        </Notice>
      );
    case 'failed':
      return (
        <Notice
          title={texts.unsuccessful.title}
          text={phase.text}
          icon={<CircleAlert aria-hidden className="size-8 text-bad" />}
        >
          <Button onClick={onClose}>{texts.close}</Button>
          <Button variant="primary" onClick={onRetry}>
            {texts.unsuccessful.again}
          </Button>
        </Notice>
      );
    default:
      return phase satisfies never;
  }
}

type NoticeProps = { title: string; text: string; icon: ReactNode; children?: ReactNode };

function Notice({ title, text, icon, children }: NoticeProps) {
  return (
    <Radix.Root open>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-scrim" />
        <Radix.Content className="fixed top-1/2 left-1/2 z-50 flex w-[calc(100vw-2rem)] max-w-sm -translate-x-1/2 -translate-y-1/2 flex-col items-center gap-3 rounded-ui border bg-raised p-6 text-center shadow-pop">
          {icon}
          <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
          <Radix.Description className="text-muted">{text}</Radix.Description>
          {children && <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
