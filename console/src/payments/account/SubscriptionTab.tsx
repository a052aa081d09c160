import type { OwnSubscription } from '@crm/contracts/payments/payments.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { errorText } from '../../api/errors.ts';
import { useCommand } from '../../api/useCommand.ts';
import { Allowed } from '../../auth/Allowed.tsx';
import { formatDate } from '../../format/date.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { paths } from '../../paths.ts';
import { DaysLeft } from '../../subscriptions/DaysLeft.tsx';
import { SubscriptionBadge } from '../../subscriptions/SubscriptionBadge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { accountTexts } from '../texts/account.ts';
import { checkoutTexts } from '../texts/checkout.ts';
import { FeatureList } from './FeatureList.tsx';
import { cancelAddress, ownSubscription } from './queries.ts';
import { TransactionsPanel } from './TransactionsPanel.tsx';

const texts = accountTexts.plan;

/** The card shows this many features of the plan. */
const FEATURES = 4;

type Subscription = NonNullable<OwnSubscription['subscription']>;

/** The account page's subscription: the plan, its actions, and the payments. */
export function SubscriptionTab() {
  const navigate = useNavigate();
  const query = useQuery(ownSubscription);
  // It is open above every page (subscriptions/block/SubscriptionDialogs.tsx).
  const renew = () => void navigate(paths.renewal(), { replace: true });
  const subscription = query.data?.data.subscription;

  return (
    <div className="flex flex-col gap-3">
      <Panel title={texts.title}>
        {subscription !== undefined ? (
          <Plan subscription={subscription} onRenew={renew} />
        ) : query.isError ? (
          <ErrorState
            title={accountTexts.loadFailed}
            text={errorText(query.error)}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <SkeletonLines count={4} />
        )}
      </Panel>
      <TransactionsPanel />
    </div>
  );
}

function Plan({ subscription, onRenew }: { subscription: Subscription | null; onRenew: () => void }) {
  if (!subscription)
    return (
      <div className="flex flex-col items-start gap-3">
        <h3 className="font-semibold">{texts.none}</h3>
        <p className="text-muted">{texts.noneText}</p>
        <Allowed to="change-organization">
          <Button variant="primary" onClick={onRenew}>
            {texts.subscribe}
          </Button>
        </Allowed>
      </div>
    );
  const { planId: plan, status, startDate, endDate } = subscription;
  const price = formatMoney(moneyOf(plan.price, plan.currency));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 dir="auto" className="min-w-0 text-lg font-semibold break-words">
          {plan.name}
        </h3>
        <SubscriptionBadge status={status} />
        <p className="text-muted tabular-nums">{texts.per(price, checkoutTexts.cycles[plan.billingCycle])}</p>
      </div>
      <Facts
        facts={[
          { label: texts.start, value: formatDate(startDate) },
          { label: texts.end, value: formatDate(endDate) },
          { label: texts.days, value: status === 'active' ? <DaysLeft endDate={endDate} /> : null },
          { label: texts.leads, value: texts.leadCount(plan.maxLeads) },
        ]}
      />
      <FeatureList features={plan.features} most={FEATURES} />
      <Allowed to="change-organization">
        <PlanActions subscription={subscription} onRenew={onRenew} />
      </Allowed>
    </div>
  );
}

function PlanActions({ subscription, onRenew }: { subscription: Subscription; onRenew: () => void }) {
  const { _id: id, status, endDate } = subscription;
  const [asking, setAsking] = useState(false);
  const cancel = useCommand(cancelAddress, ['subscriptions']);
  switch (status) {
    case 'active':
      return (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={onRenew}>
            {texts.renewNow}
          </Button>
          <Button onClick={() => setAsking(true)}>{texts.cancel}</Button>
          <ConfirmDialog
            open={asking}
            danger
            onClose={() => setAsking(false)}
            title={texts.cancel}
            message={texts.cancelMessage(formatDate(endDate))}
            confirmLabel={texts.cancel}
            onConfirm={async () => {
              await cancel.mutateAsync({ params: { id }, body: {} });
              toast.success(texts.cancelled);
            }}
          />
        </div>
      );
    case 'expired':
      return (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={onRenew}>
            {texts.renew}
          </Button>
          <Button onClick={onRenew}>{texts.choose}</Button>
        </div>
      );
    case 'pending':
    case 'cancelled':
      return (
        <div>
          <Button variant="primary" onClick={onRenew}>
            {texts.activate}
          </Button>
        </div>
      );
    default:
      return status satisfies never;
  }
}
