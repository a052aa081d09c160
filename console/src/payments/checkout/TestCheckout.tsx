import type { Currency } from '@crm/events/language/money.ts';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { errorText } from '../../api/errors.ts';
import { formatMoney } from '../../format/money.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { checkoutTexts } from '../texts/checkout.ts';
import { testCheckout } from './calls.ts';
import type { Checkout, CheckoutEnd } from './provider.ts';

const texts = checkoutTexts.test;

type TestCheckoutProps = { checkout: Checkout; onEnd: (end: CheckoutEnd) => void };

/** The checkout window of the test mode: pays, fails or dismisses the order at the provider's stand-in. */
export function TestCheckout({ checkout: { order, about }, onEnd }: TestCheckoutProps) {
  const [busy, setBusy] = useState<'pay' | 'fail' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // The server's amounts are in currencies of the product.
  const amount = formatMoney({ minor: order.amount, currency: order.currency as Currency });

  async function choose(outcome: 'pay' | 'fail') {
    setBusy(outcome);
    setProblem(null);
    try {
      const { data } = await call(testCheckout, { body: { orderId: order.id, outcome } });
      onEnd(
        data.outcome === 'pay'
          ? { kind: 'paid', proof: data.proof }
          : { kind: 'failed', text: data.description },
      );
    } catch (error) {
      // The answer may be lost: pressed again, the same order is paid once.
      setProblem(errorText(error));
      setBusy(null);
    }
  }

  return (
    <Dialog
      open
      onClose={() => busy === null && onEnd({ kind: 'dismissed' })}
      title={texts.title}
      description={texts.description}
    >
      <div className="flex flex-col gap-4">
        <Facts
          facts={[
            { label: texts.about, value: about },
            { label: texts.amount, value: amount },
            { label: texts.order, value: order.id },
          ]}
        />
        <DialogActions>
          {problem && <Alert tone="bad" text={problem} className="basis-full" />}
          <Button disabled={busy !== null} onClick={() => onEnd({ kind: 'dismissed' })}>
            {texts.dismiss}
          </Button>
          <Button
            variant="danger"
            busy={busy === 'fail'}
            disabled={busy !== null}
            onClick={() => void choose('fail')}
          >
            {texts.fail}
          </Button>
          <Button
            variant="primary"
            busy={busy === 'pay'}
            disabled={busy !== null}
            onClick={() => void choose('pay')}
          >
            {texts.pay(amount)}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
