import { createPlan, type Plan, updatePlan } from '@crm/contracts/plans/plans.ts';
import type { BillingCycle, PlanCurrency } from '@crm/events/plans/vocabulary.ts';
import { changed } from '../form/changed.ts';
import { checkedBy } from '../form/checkedBy.ts';
import { amountText } from '../format/money.ts';

/** The form's values: text as typed, blank for a missing value. */
export type PlanValues = {
  name: string;
  description: string;
  price: string;
  currency: PlanCurrency;
  billingCycle: BillingCycle;
  /** Blank means unlimited. */
  maxLeads: string;
  /** At least one entry; empty ones are not saved. */
  features: { text: string }[];
  buttonText: string;
  featured: boolean;
  isActive: boolean;
};

export const blankPlan: PlanValues = {
  name: '',
  description: '',
  price: '',
  currency: 'USD',
  billingCycle: 'monthly',
  maxLeads: '',
  features: [{ text: '' }],
  buttonText: '',
  featured: false,
  isActive: true,
};

export function valuesOf(plan: Plan): PlanValues {
  const { name, currency, billingCycle, featured, isActive, features } = plan;
  return {
    name,
    currency,
    billingCycle,
    featured,
    isActive,
    description: plan.description ?? '',
    price: amountText(plan.price),
    maxLeads: plan.maxLeads === null ? '' : String(plan.maxLeads),
    features: features.length === 0 ? blankPlan.features : features.map((text) => ({ text })),
    buttonText: plan.buttonText ?? '',
  };
}

const sent = ({ features, ...values }: Partial<PlanValues>) => ({
  ...values,
  ...(features && { features: features.map(({ text }) => text) }),
});

export const checkNew = checkedBy(createPlan.body, (values: PlanValues) => sent(values));
export const checkEdit = (before: PlanValues) =>
  checkedBy(updatePlan.body, (values: PlanValues) => sent(changed(before, values)));
