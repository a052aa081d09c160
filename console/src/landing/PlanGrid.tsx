import type { PlanOnSale, plansForSale } from '@crm/contracts/plans/plans.ts';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { address } from '../api/address.ts';
import { createQueryClient } from '../api/queryClient.ts';
import { read } from '../api/read.ts';
import { formatMoney, moneyOf } from '../format/money.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button, buttonVariants } from '../ui/Button.tsx';
import { cn } from '../ui/cn.ts';
import { landingTexts } from './texts.ts';

const texts = landingTexts.plans;

const plansOnSale = read(address<typeof plansForSale>('GET', '/auth/get-plans'), {}, { topics: ['plans'] });

/**
 * 'Choose Your Plan': the active plans, hidden while none are sold.
 *
 * @param to where the plans' buttons lead
 */
export function PlanGrid(props: { to: string }) {
  // Visitors have no session, and so none of its cached answers.
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <Plans {...props} />
    </QueryClientProvider>
  );
}

function Plans({ to }: { to: string }) {
  const { data: answer, isLoadingError, refetch } = useQuery(plansOnSale);
  if (isLoadingError)
    return (
      <p role="alert" className="flex items-center justify-center gap-2 px-4 py-12">
        {texts.failed}
        <Button variant="ghost" onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      </p>
    );
  if (!answer || answer.data.length === 0) return null;
  return (
    <section aria-labelledby="choose-plan" className="mx-auto w-full max-w-6xl px-4 py-14">
      <h2 id="choose-plan" className="mb-8 text-center text-2xl font-bold">
        {texts.title}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {answer.data.map((plan) => (
          <PlanOffer key={plan._id} plan={plan} to={to} />
        ))}
      </ul>
    </section>
  );
}

function PlanOffer({ plan, to }: { plan: PlanOnSale; to: string }) {
  const features = plan.features.length > 0 ? plan.features : texts.features;
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
      <Link
        to={to}
        aria-label={`${plan.buttonText ?? texts.button}: ${plan.name}`}
        className={buttonVariants({
          variant: plan.featured ? 'primary' : 'secondary',
          className: 'mt-auto self-stretch justify-center',
        })}
      >
        {plan.buttonText ?? texts.button}
      </Link>
    </li>
  );
}
