import type { PlanOnSale } from '@crm/contracts/plans/plans.ts';
import { distinctFeatures } from '@crm/events/plans/features.ts';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { createQueryClient } from '../api/queryClient.ts';
import { useRecovery } from '../api/useRecovery.ts';
import { formatMoney, moneyOf } from '../format/money.ts';
import { paths } from '../paths.ts';
import type { Bought } from '../payments/Purchase.tsx';
import { isSoldOnline, plansOnSale } from '../payments/plansOnSale.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button, buttonVariants } from '../ui/Button.tsx';
import { cn } from '../ui/cn.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { BoughtNotice } from './BoughtNotice.tsx';
import { landingTexts } from './texts.ts';

const texts = landingTexts.plans;
const offers = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3';

// The form loads zod; the landing page does not.
const Purchase = lazy(async () => ({ default: (await import('../payments/Purchase.tsx')).Purchase }));

/**
 * 'Choose Your Plan': the active plans, hidden while none are sold.
 *
 * @param isSignedIn a user renews on the account page; a visitor buys here
 */
export function PlanGrid(props: { isSignedIn: boolean }) {
  // Visitors have no session, and so none of its cached answers.
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <Plans {...props} />
    </QueryClientProvider>
  );
}

/** The plan that is being bought is in the URL. */
function Plans({ isSignedIn }: { isSignedIn: boolean }) {
  const { data: answer, isLoadingError, refetch } = useQuery(plansOnSale);
  useRecovery();
  const [params, setParams] = useSearchParams();
  const [bought, setBought] = useState<Bought | null>(null);
  const choose = useCallback(
    (plan: string | null) => setParams(plan === null ? {} : { plan }, { replace: true }),
    [setParams],
  );
  const close = useCallback(() => choose(null), [choose]);
  if (isLoadingError)
    return (
      <p role="alert" className="flex items-center justify-center gap-2 px-4 py-12">
        {texts.failed}
        <Button variant="ghost" onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      </p>
    );
  if (!answer)
    return (
      <div
        role="status"
        aria-label={texts.loading}
        className={cn(offers, 'mx-auto w-full max-w-6xl px-4 py-14')}
      >
        {[1, 2, 3].map((id) => (
          <Skeleton key={id} className="h-80" />
        ))}
      </div>
    );
  if (answer.data.length === 0) return null;
  const chosen = isSignedIn
    ? undefined
    : answer.data.find((plan) => isSoldOnline(plan) && plan._id === params.get('plan'));
  return (
    <section aria-labelledby="choose-plan" className="mx-auto w-full max-w-6xl px-4 py-14">
      <h2 id="choose-plan" className="mb-8 text-center text-2xl font-bold">
        {texts.title}
      </h2>
      {bought && <BoughtNotice bought={bought} />}
      <ul className={offers}>
        {answer.data.map((plan) => (
          <PlanOffer
            key={plan._id}
            plan={plan}
            {...(!isSignedIn && { onChoose: () => choose(plan._id) })}
            busy={chosen?._id === plan._id}
          />
        ))}
      </ul>
      {chosen && (
        <Suspense>
          <Purchase key={chosen._id} plan={chosen} onBought={setBought} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}

type PlanOfferProps = {
  plan: PlanOnSale;
  /** Without it, the button leads to the account page. */
  onChoose?: () => void;
  busy: boolean;
};

function PlanOffer({ plan, onChoose, busy }: PlanOfferProps) {
  const features = plan.features.length > 0 ? distinctFeatures(plan.features) : texts.features;
  const label = plan.buttonText ?? texts.button;
  const variant = plan.featured ? 'primary' : 'secondary';
  const place = 'mt-auto self-stretch justify-center';
  return (
    <li
      className={cn(
        'flex min-w-0 flex-col gap-4 rounded-ui border bg-surface p-6',
        plan.featured && 'border-primary-text',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 dir="auto" className="min-w-0 text-lg font-semibold break-words">
          {plan.name}
        </h3>
        {plan.featured && <Badge tone="info">{texts.popular}</Badge>}
      </div>
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <span className="text-3xl font-bold tabular-nums">
          {formatMoney(moneyOf(plan.price, plan.currency))}
        </span>
        <span className="text-muted">{texts.per[plan.billingCycle]}</span>
      </p>
      <p dir="auto" className="break-words text-muted">
        {plan.description ?? texts.description}
      </p>
      <ul className="flex flex-col gap-1.5">
        {features.map((feature) => (
          <li key={feature} dir="auto" className="flex items-start gap-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
            <span className="min-w-0 break-words">{feature}</span>
          </li>
        ))}
      </ul>
      {!isSoldOnline(plan) ? (
        <p className={cn(place, 'text-center text-muted')}>{texts.notOnline}</p>
      ) : onChoose ? (
        <Button
          variant={variant}
          className={place}
          aria-label={texts.buttonOf(label, plan.name)}
          aria-disabled={busy}
          onClick={onChoose}
        >
          {busy ? texts.busy : label}
        </Button>
      ) : (
        <Link
          to={paths.ownSubscription}
          aria-label={texts.buttonOf(label, plan.name)}
          className={buttonVariants({ variant, className: place })}
        >
          {label}
        </Link>
      )}
    </li>
  );
}
