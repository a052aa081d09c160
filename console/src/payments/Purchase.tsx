import type { Received } from '@crm/contracts/endpoint.ts';
import { createOrder as createOrderCall } from '@crm/contracts/payments/checkout.ts';
import type { PlanOnSale } from '@crm/contracts/plans/plans.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { useCommand } from '../api/useCommand.ts';
import { checkedBy } from '../form/checkedBy.ts';
import { DialogForm } from '../form/DialogForm.tsx';
import { formatMoney, moneyOf } from '../format/money.ts';
import { Alert } from '../ui/Alert.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { CheckoutOverlay } from './checkout/CheckoutOverlay.tsx';
import { checkoutSettings, createOrder, verifyPayment } from './checkout/calls.ts';
import { mayLoadProvider } from './checkout/provider.ts';
import { useCheckout } from './checkout/useCheckout.ts';
import { checkoutTexts } from './texts/checkout.ts';
import { registrationTexts as texts } from './texts/registration.ts';

type Values = { fullName: string; username: string; email: string };
type Body = Received<typeof createOrderCall, 'body'>;

/** A finished purchase, to tell the buyer about the mails. */
export type Bought = { email: string; isTest: boolean };

type PurchaseProps = {
  plan: PlanOnSale;
  onBought: (bought: Bought) => void;
  /** Nothing is open any more. */
  onClose: () => void;
};

/** Buys a plan: the registration form, the checkout, and the end of the payment. */
export function Purchase({ plan, onBought, onClose }: PurchaseProps) {
  const { data: settings } = useQuery(checkoutSettings);
  const isTest = settings?.data.isTest ?? false;
  const order = useCommand(createOrder, []);
  const verify = useCommand(verifyPayment, []);
  const { phase, pay, close } = useCheckout({
    payer: null,
    verify: (proof) => verify.mutateAsync({ body: proof }),
    onVerified: ({ status }, { email, isTest }) => {
      if (status !== 'needs_attention') onBought({ email, isTest });
    },
    onPaid: onClose,
  });
  const form = useForm<Values, unknown, Body>({
    defaultValues: { fullName: '', username: '', email: '' },
    resolver: whenFilled(plan._id),
  });

  useEffect(() => {
    // Before anything is typed: the URL names the plan, and opens this dialog again.
    if (settings && !settings.data.isTest && !mayLoadProvider()) window.location.reload();
  }, [settings]);

  async function buy(body: Body) {
    const { data } = await order.mutateAsync({ body });
    const { fullName, email, username, planId } = body;
    await pay({
      order: data,
      about: checkoutTexts.about(plan.name, checkoutTexts.cycles[plan.billingCycle]),
      buyer: { fullName, email },
      notes: { planId, email, fullName, username },
    });
  }

  return (
    <>
      {/* After a failure or a dismissal it comes back with what was typed. */}
      <Dialog open={phase.kind === 'idle'} onClose={onClose} title={texts.title} description={texts.subtitle}>
        <DialogForm
          form={form}
          submitLabel={texts.submit}
          busyLabel={texts.busy}
          failure={checkoutTexts.failed}
          save={buy}
          onClose={onClose}
        >
          <RegistrationFields form={form} />
          <OrderSummary plan={plan} />
          {isTest && <Alert tone="info" text={checkoutTexts.test.hint} />}
          <p className="text-sm text-muted">{texts.secured}</p>
        </DialogForm>
      </Dialog>
      <CheckoutOverlay phase={phase} onClose={close} onRetry={close} />
    </>
  );
}

type RegistrationForm = ReturnType<typeof useForm<Values, unknown, Body>>;

function RegistrationFields({ form }: { form: RegistrationForm }) {
  const { errors } = form.formState;
  return (
    <>
      <Field label={texts.fullName} required error={errors.fullName?.message}>
        <Input {...form.register('fullName')} autoComplete="name" dir="auto" />
      </Field>
      <Field label={texts.username} required error={errors.username?.message} hint={texts.usernameHint}>
        <Input {...form.register('username')} autoComplete="username" />
      </Field>
      <Field label={texts.email} required error={errors.email?.message} hint={texts.emailHint}>
        <Input {...form.register('email')} type="email" autoComplete="email" />
      </Field>
    </>
  );
}

function OrderSummary({ plan }: { plan: PlanOnSale }) {
  const price = formatMoney(moneyOf(plan.price, plan.currency));
  return (
    <section className="flex flex-col gap-2 rounded-ui bg-sunken p-3">
      <h3 className="font-semibold">{texts.summary}</h3>
      <Facts
        facts={[
          { label: texts.plan, value: plan.name },
          { label: texts.cycle, value: checkoutTexts.cycles[plan.billingCycle] },
          ...(plan.description ? [{ label: texts.description, value: plan.description }] : []),
          { label: texts.price, value: price },
          { label: texts.method, value: texts.provider },
          { label: texts.total, value: <strong>{price}</strong> },
        ]}
      />
    </section>
  );
}

/** A submission with an empty field does nothing, without an error. */
function whenFilled(planId: string): Resolver<Values, unknown, Body> {
  const check = checkedBy(createOrderCall.body, (values: Values) => ({ ...values, planId }));
  return (values, context, options) =>
    Object.values(values).some((value) => value.trim() === '')
      ? { values: {}, errors: { root: { type: 'silent' } } }
      : check(values, context, options);
}
