import type { PlanOnSale } from '@crm/contracts/plans/plans.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorText, failureText } from '../../api/errors.ts';
import { useCommand } from '../../api/useCommand.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { CheckoutOverlay } from '../checkout/CheckoutOverlay.tsx';
import { checkoutSettings, renewCreateOrder, renewVerifyPayment } from '../checkout/calls.ts';
import { mayLoadProvider } from '../checkout/provider.ts';
import { SHOWN_MS, useCheckout } from '../checkout/useCheckout.ts';
import { isSoldOnline, plansOnSale } from '../plansOnSale.ts';
import { accountTexts } from '../texts/account.ts';
import { checkoutTexts } from '../texts/checkout.ts';
import { FeatureList } from './FeatureList.tsx';
import { PlanChange } from './PlanChange.tsx';
import { ownSubscription } from './queries.ts';
import { Transfer } from './Transfer.tsx';

const texts = accountTexts.renewal;

/** The dialog shows this many features of a plan. */
const FEATURES = 6;

type RenewalDialogProps = {
  /** The plan to start with; '' is the own one. */
  planId: string;
  onClose: () => void;
};

/** Renews the organisation's subscription: a payment online, or a transfer as the installation describes it. */
export function RenewalDialog({ planId: first, onClose }: RenewalDialogProps) {
  const user = useCurrentUser();
  const ownQuery = useQuery(ownSubscription);
  const onSale = useQuery(plansOnSale);
  const own = ownQuery.data?.data;
  const plans = own && onSale.data && renewable(onSale.data.data, own.renewalPlan);
  const failed = [ownQuery, onSale].find(({ isLoadingError }) => isLoadingError);
  const settings = useQuery(checkoutSettings).data?.data;
  const [chosen, setChosen] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  const order = useCommand(renewCreateOrder, []);
  const verify = useCommand(renewVerifyPayment, ['subscriptions', 'payments', 'tenant']);
  const { phase, pay, close } = useCheckout({
    payer: user._id,
    verify: (proof) => verify.mutateAsync({ body: proof }),
    onPaid: onClose,
  });
  // None at first when the own plan was deleted: another one is the admin's choice.
  const plan = plans?.find(({ _id }) => _id === (chosen || own?.subscription?.planId._id));

  useEffect(() => {
    if (problem === null) return;
    const timer = setTimeout(() => setProblem(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [problem]);

  async function renew({ _id: planId, name, billingCycle }: PlanOnSale) {
    setProblem(null);
    // The URL opens this dialog again, with this plan, on a page that may load the provider's script.
    if (settings && !settings.isTest && !mayLoadProvider()) {
      window.location.assign(paths.renewal(planId));
      return;
    }
    try {
      const subscriptionId = own?.subscription?._id ?? null;
      const { data } = await order.mutateAsync({ body: { planId, subscriptionId } });
      const { fullName, email, username } = user;
      await pay({
        order: data,
        about: checkoutTexts.about(name, checkoutTexts.cycles[billingCycle]),
        buyer: { fullName, email },
        notes: { planId, email, fullName, username },
      });
    } catch (error) {
      setProblem(failureText(error, texts.failed));
    }
  }

  return (
    <>
      <Dialog
        open={phase.kind === 'idle'}
        onClose={onClose}
        title={texts.title}
        // Until the provider's window opens: it would open over another page.
        busy={order.isPending}
      >
        <div className="flex flex-col gap-5">
          {!plans &&
            (failed ? (
              <ErrorState text={errorText(failed.error)} onRetry={() => void failed.refetch()} />
            ) : (
              <SkeletonLines count={4} />
            ))}
          {plans && plans.length === 0 && <Alert tone="warn" text={texts.noPlans} />}
          {plans && plans.length > 0 && (
            <Field label={texts.plan}>
              <Select
                value={plan?._id ?? ''}
                onChange={(event) => setChosen(event.target.value)}
                options={plans.map((each) => ({ value: each._id, label: optionOf(each) }))}
              >
                {!plan && <option value="">{texts.choose}</option>}
              </Select>
            </Field>
          )}
          {plan && (
            <>
              <PlanDetails plan={plan} />
              <section className="flex flex-col gap-2">
                <h3 className="font-semibold">{texts.online}</h3>
                {isSoldOnline(plan) ? (
                  <>
                    <p className="text-muted">{texts.onlineText}</p>
                    {own?.subscription && <PlanChange subscription={own.subscription} plan={plan} />}
                    {settings?.isTest && <Alert tone="info" text={checkoutTexts.test.hint} />}
                    {problem && <Alert tone="bad" text={problem} />}
                    <Button variant="primary" busy={order.isPending} onClick={() => void renew(plan)}>
                      {order.isPending ? texts.busy : texts.pay(priceOf(plan))}
                    </Button>
                  </>
                ) : (
                  <p className="text-muted">{texts.notOnline}</p>
                )}
              </section>
            </>
          )}
          {own && <Transfer renewal={own.renewal} />}
        </div>
      </Dialog>
      <CheckoutOverlay phase={phase} onClose={close} onRetry={close} />
    </>
  );
}

/** The plans on sale, and the own one if it is not sold to others any more. */
function renewable(onSale: readonly PlanOnSale[], own: PlanOnSale | null): readonly PlanOnSale[] {
  return own === null || onSale.some(({ _id }) => _id === own._id) ? onSale : [own, ...onSale];
}

const priceOf = ({ price, currency }: PlanOnSale) => formatMoney(moneyOf(price, currency));
const optionOf = (plan: PlanOnSale) =>
  texts.option(plan.name, priceOf(plan), checkoutTexts.cycles[plan.billingCycle]);

function PlanDetails({ plan }: { plan: PlanOnSale }) {
  return (
    <div className="flex flex-col gap-3 rounded-ui bg-sunken p-3">
      <Facts
        facts={[
          { label: texts.price, value: priceOf(plan) },
          { label: texts.cycle, value: checkoutTexts.cycles[plan.billingCycle] },
          { label: texts.leads, value: accountTexts.plan.leadCount(plan.maxLeads) },
        ]}
      />
      <FeatureList features={plan.features} most={FEATURES} />
    </div>
  );
}
