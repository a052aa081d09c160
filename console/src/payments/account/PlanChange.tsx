import type { OwnSubscription } from '@crm/contracts/payments/payments.ts';
import type { PlanOnSale } from '@crm/contracts/plans/plans.ts';
import { daysServed } from '@crm/events/subscriptions/block.ts';
import { addCycleAfter } from '@crm/events/subscriptions/period.ts';
import { formatDate } from '../../format/date.ts';
import { Alert } from '../../ui/Alert.tsx';
import { accountTexts } from '../texts/account.ts';

type PlanChangeProps = {
  subscription: Pick<
    NonNullable<OwnSubscription['subscription']>,
    'planId' | 'status' | 'startDate' | 'endDate'
  >;
  plan: Pick<PlanOnSale, '_id' | 'name' | 'billingCycle'>;
};

/**
 * Warns that another plan applies at once, also for the days that are paid with the present one (docs/decisions.md). Nothing
 * while no period runs.
 */
export function PlanChange({ subscription, plan }: PlanChangeProps) {
  const { planId: present } = subscription;
  const days = daysServed(subscription, new Date());
  if (days === 0 || plan._id === present._id) return null;
  const end = formatDate(addCycleAfter(subscription, plan.billingCycle).toISOString());
  return (
    <Alert tone="warn" text={accountTexts.renewal.change({ from: present.name, to: plan.name, days, end })} />
  );
}
