import type { Subscription } from '@crm/contracts/subscriptions/subscriptions.ts';
import { daysLeft } from '@crm/events/subscriptions/period.ts';
import { formatDate } from '../../format/date.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { Day } from '../../ui/Day.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { DaysLeft } from '../DaysLeft.tsx';
import { SubscriptionBadge } from '../SubscriptionBadge.tsx';
import { subscriptionTexts } from '../texts.ts';
import { type Open, SubscriptionActions } from './SubscriptionActions.tsx';

const texts = subscriptionTexts.list;

type Row = { subscription: Subscription };

export function subscriptionColumns(open: Open): Column<Subscription>[] {
  return [
    {
      id: 'user',
      header: texts.columns.user,
      width: 13,
      cell: (subscription, dense) => <UserCell subscription={subscription} dense={dense} />,
    },
    {
      id: 'plan',
      header: texts.columns.plan,
      width: 11,
      cell: (subscription, dense) => <PlanCell subscription={subscription} dense={dense} />,
    },
    {
      id: 'status',
      header: texts.columns.status,
      width: 6,
      cell: ({ status }) => <SubscriptionBadge status={status} />,
    },
    {
      id: 'start',
      header: texts.columns.start,
      width: 7.5,
      cell: ({ startDate }) => <Day at={startDate} />,
    },
    { id: 'end', header: texts.columns.end, width: 7.5, cell: ({ endDate }) => <Day at={endDate} /> },
    {
      id: 'days',
      header: texts.columns.days,
      width: 5.5,
      align: 'right',
      cell: (subscription) => <DaysLeftOf subscription={subscription} />,
    },
    {
      id: 'actions',
      header: texts.columns.actions,
      width: 5,
      cell: (subscription) => <SubscriptionActions subscription={subscription} open={open} />,
    },
  ];
}

export const nameOf = ({ userId }: Subscription) => userId?.fullName ?? subscriptionTexts.noUser;

const priceOf = ({ planId: { price, currency, billingCycle } }: Subscription) =>
  subscriptionTexts.price(formatMoney(moneyOf(price, currency)), billingCycle);

function UserCell({ subscription, dense }: Row & { dense: boolean }) {
  const email = subscription.userId?.email ?? subscriptionTexts.noEmail;
  return (
    <div
      className={dense ? 'truncate' : 'flex min-w-0 flex-col'}
      title={`${subscription.organizationName} · ${email}`}
    >
      <span dir="auto" className="truncate font-medium">
        {nameOf(subscription)}
      </span>
      {!dense && <span className="truncate text-xs text-muted">{email}</span>}
    </div>
  );
}

function PlanCell({ subscription, dense }: Row & { dense: boolean }) {
  return (
    <div className={dense ? 'truncate' : 'flex min-w-0 flex-col'} title={priceOf(subscription)}>
      <span dir="auto" className="truncate">
        {subscription.planId.name}
      </span>
      {!dense && <span className="truncate text-xs text-muted">{priceOf(subscription)}</span>}
    </div>
  );
}

function DaysLeftOf({ subscription: { status, endDate } }: Row) {
  return status === 'active' ? <DaysLeft endDate={endDate} /> : subscriptionTexts.none;
}

/** A subscription on a phone. */
export function SubscriptionCard({ subscription, open }: Row & { open: Open }) {
  const { status, endDate } = subscription;
  return (
    <article className="flex flex-col gap-1.5 text-sm">
      <div className="flex items-start justify-between gap-2">
        <UserCell subscription={subscription} dense={false} />
        <SubscriptionBadge status={subscription.status} />
      </div>
      <PlanCell subscription={subscription} dense={false} />
      <div className="flex items-center justify-between gap-2 border-t pt-1">
        <span className="text-xs text-muted">
          {status === 'active' && `${texts.daysLeft(daysLeft(endDate, new Date()))}, `}
          {texts.until(formatDate(endDate))}
        </span>
        <SubscriptionActions subscription={subscription} open={open} />
      </div>
    </article>
  );
}
