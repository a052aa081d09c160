import type { ReactNode } from 'react';
import { formatNumber } from '../../format/count.ts';
import { formatDateTime } from '../../format/date.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { type Fact, Facts } from '../../ui/Facts.tsx';
import { DaysLeft } from '../DaysLeft.tsx';
import { SubscriptionBadge } from '../SubscriptionBadge.tsx';
import { subscriptionTexts } from '../texts.ts';
import type { About } from './about.ts';

const texts = subscriptionTexts.details;

/** User, plan, dates and payment of a subscription. */
export function DetailsDialog({ subscription, onClose }: About) {
  const { userId: user, planId: plan, status, endDate } = subscription;
  const active = user?.isActive ? texts.activity.active : texts.activity.inactive;
  return (
    <Dialog open wide readOnly onClose={onClose} title={texts.title}>
      <div className="flex flex-col gap-5">
        <Part
          title={texts.user}
          facts={[
            { label: texts.name, value: user?.fullName ?? subscriptionTexts.noUser },
            { label: texts.email, value: user?.email ?? subscriptionTexts.noEmail },
            { label: texts.username, value: user?.username },
            { label: texts.status, value: user && active },
            { label: texts.organization, value: subscription.organizationName },
          ]}
        />
        <Part
          title={texts.plan}
          facts={[
            { label: texts.planName, value: plan.name },
            { label: texts.price, value: formatMoney(moneyOf(plan.price, plan.currency)) },
            { label: texts.cycle, value: plan.billingCycle },
            { label: texts.features, value: texts.featureCount(plan.features.length) },
            {
              label: texts.leads,
              value: plan.maxLeads === null ? texts.unlimited : formatNumber(plan.maxLeads),
            },
            { label: texts.edition, value: plan.edition },
          ]}
        />
        <Part
          title={texts.subscription}
          facts={[
            { label: texts.status, value: <SubscriptionBadge status={subscription.status} /> },
            {
              label: texts.days,
              value: status === 'active' ? <DaysLeft endDate={endDate} /> : texts.notApplicable,
            },
            { label: texts.start, value: formatDateTime(subscription.startDate) },
            { label: texts.end, value: formatDateTime(endDate) },
            { label: texts.autoRenew, value: subscription.autoRenew ? texts.yes : texts.no },
            { label: texts.created, value: formatDateTime(subscription.createdAt) },
          ]}
        />
        {subscription.paymentId && (
          <Part title={texts.payment} facts={[{ label: texts.paymentId, value: subscription.paymentId }]} />
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{texts.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Part({ title, facts }: { title: ReactNode; facts: readonly Fact[] }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{title}</h3>
      <Facts facts={facts} />
    </section>
  );
}
