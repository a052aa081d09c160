import type { Plan } from '@crm/contracts/plans/plans.ts';
import { distinctFeatures } from '@crm/events/plans/features.ts';
import { Check, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatMoney, moneyOf } from '../format/money.ts';
import { keysOf } from '../keys/keymap.ts';
import { Badge } from '../ui/Badge.tsx';
import { cn } from '../ui/cn.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { planTexts } from './texts.ts';

const texts = planTexts.card;

/** A card shows this many features, and how many more there are. */
const FEATURES = 3;

type PlanCardProps = {
  plan: Plan;
  /** Whether the keys act on it. */
  current: boolean;
  onEdit: (plan: Plan) => void;
  onDelete: (plan: Plan) => void;
};

/** A plan with its price and its first features. */
export function PlanCard({ plan, current, onEdit, onDelete }: PlanCardProps) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (current) card.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const features = distinctFeatures(plan.features);
  const more = features.length - FEATURES;
  return (
    <article
      ref={card}
      aria-label={plan.name}
      aria-current={current || undefined}
      className={cn(
        'flex min-w-0 flex-col gap-3 rounded-ui border bg-surface p-4',
        current && 'outline-2 outline-primary-text',
      )}
    >
      <div className="flex items-start justify-between gap-2">
        <h2 dir="auto" className="min-w-0 text-lg font-semibold break-words">
          {plan.name}
        </h2>
        <span className="-mt-1 flex shrink-0">
          <IconButton
            icon={Pencil}
            label={texts.edit(plan.name)}
            keys={keysOf('edit')}
            onClick={() => onEdit(plan)}
          />
          <IconButton
            icon={Trash2}
            danger
            label={texts.delete(plan.name)}
            keys={keysOf('delete')}
            onClick={() => onDelete(plan)}
          />
        </span>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <span className="text-2xl font-bold tabular-nums">{priceOf(plan)}</span>
        <span className="text-muted">{texts.per(plan.billingCycle)}</span>
      </p>
      {plan.description && (
        <p dir="auto" className="break-words text-muted">
          {plan.description}
        </p>
      )}
      <ul className="flex flex-col gap-1">
        <Feature text={leadsOf(plan)} />
        {features.slice(0, FEATURES).map((feature) => (
          <Feature key={feature} text={feature} />
        ))}
        {more > 0 && <li className="pl-6 text-sm text-muted">{texts.more(more)}</li>}
      </ul>
      <div className="mt-auto flex flex-wrap items-center gap-2 border-t pt-3">
        <StatusBadge status={plan.isActive ? 'active' : 'inactive'} />
        {plan.featured && <Badge tone="info">{texts.featured}</Badge>}
        <span className="ml-auto text-xs text-muted">{texts.edition(plan.edition)}</span>
      </div>
    </article>
  );
}

function Feature({ text }: { text: string }) {
  return (
    <li dir="auto" className="flex items-start gap-2">
      <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
      <span className="min-w-0 break-words">{text}</span>
    </li>
  );
}

const priceOf = ({ price, currency }: Plan) => formatMoney(moneyOf(price, currency));

const leadsOf = ({ maxLeads, billingCycle }: Plan) =>
  maxLeads === null ? texts.unlimited : texts.leads(maxLeads, billingCycle);
