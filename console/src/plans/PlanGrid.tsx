import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { formatNumber } from '../format/money.ts';
import { Badge } from '../ui/Badge.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { type PublicPlan, publicPlans } from './queries.ts';

const fallbackFeatures = ['Lead Management', 'Basic Analytics', 'Email Support'];

/** 'Choose Your Plan' of the landing page. If plans cannot be read, only this section shows an error. */
export function PlanGrid() {
  const { data, isError, refetch } = useQuery(publicPlans);
  if (isError) {
    return (
      <p role="alert" className="text-center text-muted">
        Failed to load plans{' '}
        <button
          type="button"
          onClick={() => void refetch()}
          className="rounded-ui text-primary-text underline"
        >
          Try Again
        </button>
      </p>
    );
  }
  if (!data) return <Skeleton className="h-56" />;
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {data.data.map((plan) => (
        <li key={plan._id}>
          <PlanCard plan={plan} />
        </li>
      ))}
    </ul>
  );
}

function PlanCard({ plan }: { plan: PublicPlan }) {
  const features = plan.features?.length ? plan.features : fallbackFeatures;
  return (
    <article className="flex h-full flex-col gap-3 rounded-ui border bg-surface p-5">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-lg font-semibold">{plan.name || 'Plan Name'}</h3>
        {plan.featured && <Badge tone="info">Most Popular</Badge>}
      </div>
      <p className="text-2xl font-semibold tabular-nums">
        ${formatNumber(plan.price ?? 0)}
        <span className="text-base font-normal text-muted"> / {plan.billingCycle || 'month'}</span>
      </p>
      <p className="text-muted">{plan.description || 'Perfect for getting started with lead management.'}</p>
      <ul className="flex flex-col gap-1.5">
        {features.map((feature) => (
          <li key={feature} className="flex items-center gap-2">
            <Check aria-hidden className="size-4 shrink-0 text-ok" />
            {feature}
          </li>
        ))}
      </ul>
    </article>
  );
}
