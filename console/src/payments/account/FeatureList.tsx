import { distinctFeatures } from '@crm/events/plans/features.ts';
import { Check } from 'lucide-react';
import { accountTexts } from '../texts/account.ts';

/** The first features of a plan, and how many more there are. */
export function FeatureList({ features: listed, most }: { features: readonly string[]; most: number }) {
  const features = distinctFeatures(listed);
  const more = features.length - most;
  return (
    <ul className="flex flex-col gap-1">
      {features.slice(0, most).map((feature) => (
        <li key={feature} dir="auto" className="flex items-start gap-2">
          <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
          <span className="min-w-0 break-words">{feature}</span>
        </li>
      ))}
      {more > 0 && <li className="pl-6 text-sm text-muted">{accountTexts.plan.more(more)}</li>}
    </ul>
  );
}
