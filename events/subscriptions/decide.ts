import { accept, type Decider, type Decision, refuse } from '../language/decider.ts';
import { blockingStatusOf } from './block.ts';
import type { SubscriptionCommand, SubscriptionRefusal } from './command.ts';
import type { SoldPlan, SubscriptionEvent } from './events.ts';
import { addCycle, addCycleAfter, addPeriod, isEndInRange, statusAt } from './period.ts';
import { evolve, type ExistingSubscription as Present, type Subscription } from './state.ts';

export const subscriptionDecider: Decider<
  Subscription,
  SubscriptionCommand,
  SubscriptionEvent,
  SubscriptionRefusal
> = {
  initialState: { phase: 'none' },
  evolve,

  decide(command, subscription): Decision<SubscriptionEvent, SubscriptionRefusal> {
    if (command.type === 'GrantSubscription') {
      if (subscription.phase !== 'none') return refuse('subscription-exists');
      const { type, ...data } = command;
      return whyNotEnd(data.endDate, data.startDate) ?? accept({ type: 'SubscriptionGranted', data });
    }
    if (command.type === 'PaySubscription') return pay(command, subscription);
    if (subscription.phase === 'none') return refuse('subscription-not-found');
    switch (command.type) {
      case 'SetSubscriptionStatus':
        return setStatus(command, subscription);
      case 'CancelSubscription':
        return cancel(command, subscription);
      case 'RefundSubscription':
        return takeBack(command, subscription);
      case 'RenewSubscription':
        return renew(command, subscription);
      case 'ExtendSubscription':
        return extend(command, subscription);
      case 'ExpireSubscription': {
        const { status, endDate } = subscription;
        const isDue = status === 'active' && statusAt(subscription, command.now) === 'expired';
        return isDue ? accept({ type: 'SubscriptionExpired', data: { endDate } }) : accept();
      }
      default:
        return command satisfies never;
    }
  },
};

type Of<Type extends SubscriptionCommand['type']> = Extract<SubscriptionCommand, { type: Type }>;
type Decided = Decision<SubscriptionEvent, SubscriptionRefusal>;

/** A running period is continued from its end. Of a blocked subscription none runs, also when its end is later. */
function pay({ plan, paymentId, at }: Of<'PaySubscription'>, before: Subscription): Decided {
  if (before.phase === 'none') {
    const end = addCycle(at, plan.terms.billingCycle);
    if (!isEndInRange(end)) return refuse('subscription-end-late');
    return accept({
      type: 'SubscriptionGranted',
      data: {
        plan,
        startDate: at.toISOString(),
        endDate: end.toISOString(),
        autoRenew: false,
        paymentId,
      },
    });
  }
  if (before.paymentId === paymentId) return accept();
  const isRunning = blockingStatusOf(before, at) === null;
  const { billingCycle } = plan.terms;
  const end = isRunning ? addCycleAfter(before, billingCycle) : addCycle(at, billingCycle);
  if (!isEndInRange(end)) return refuse('subscription-end-late');
  return accept({
    type: 'SubscriptionPaid',
    data: {
      plan,
      startDate: isRunning ? before.startDate : at.toISOString(),
      endDate: end.toISOString(),
      endDateBefore: before.endDate,
      paymentId,
    },
  });
}

function setStatus({ status, endDate, now }: Of<'SetSubscriptionStatus'>, before: Present): Decided {
  const end = endDate ?? before.endDate;
  if (status === before.status && end === before.endDate) return accept();
  const refusal = end === before.endDate ? null : whyNotEnd(end, before.startDate);
  if (refusal) return refusal;
  if (status === 'active' && Date.parse(end) <= now.getTime()) return refuse('subscription-end-past');
  return accept({
    type: 'SubscriptionStatusSet',
    data: { from: before.status, to: status, endDate: end, endDateBefore: before.endDate },
  });
}

function cancel({ immediate, reason, now }: Of<'CancelSubscription'>, before: Present): Decided {
  if (statusAt(before, now) !== 'active') return refuse('subscription-not-active');
  const endDate = immediate ? now.toISOString() : before.endDate;
  return accept({
    type: 'SubscriptionCancelled',
    data: { immediate, reason, endDate, endDateBefore: before.endDate },
  });
}

function takeBack({ paymentId, latest, left, now }: Of<'RefundSubscription'>, before: Present): Decided {
  if (before.paymentId !== latest || Date.parse(before.endDate) <= now.getTime()) return accept();
  const leftUntil = left.isBlocked ? now.getTime() : Math.max(now.getTime(), Date.parse(left.endDate));
  const end = Math.min(leftUntil, Date.parse(before.endDate));
  const changesPlan = !isSame(left.plan, before.plan);
  // Nothing to take back: the end is one that a super admin set, and the plan is still the one from before the payment.
  if (end === Date.parse(before.endDate) && !changesPlan) return accept();
  return accept({
    type: 'SubscriptionCancelled',
    data: {
      immediate: end === now.getTime(),
      reason: `The payment ${paymentId} was refunded`,
      endDate: new Date(end).toISOString(),
      endDateBefore: before.endDate,
      ...(changesPlan && { plan: left.plan }),
    },
  });
}

const isSame = (a: SoldPlan, b: SoldPlan) => a.id === b.id && a.edition === b.edition;

/** A cancelled subscription whose paid period still runs is renewed from the end of that period. */
function renew({ plan, count, periodType, now }: Of<'RenewSubscription'>, before: Present): Decided {
  const status = statusAt(before, now);
  if (status !== 'expired' && status !== 'cancelled') return refuse('subscription-not-ended');
  const isRunning = status === 'cancelled' && Date.parse(before.endDate) > now.getTime();
  const from = isRunning ? before.endDate : now.toISOString();
  const end = addPeriod(from, { count, type: periodType });
  if (!isEndInRange(end)) return refuse('subscription-end-late');
  return accept({
    type: 'SubscriptionRenewed',
    data: {
      plan: plan ?? before.plan,
      startDate: isRunning ? before.startDate : from,
      endDate: end.toISOString(),
      endDateBefore: before.endDate,
      count,
      type: periodType,
    },
  });
}

function extend({ count, periodType, now }: Of<'ExtendSubscription'>, before: Present): Decided {
  const end = addPeriod(before.endDate, { count, type: periodType });
  if (!isEndInRange(end)) return refuse('subscription-end-late');
  const isRevived = before.status === 'expired' && end > now;
  return accept({
    type: 'SubscriptionExtended',
    data: {
      endDate: end.toISOString(),
      endDateBefore: before.endDate,
      count,
      type: periodType,
      status: isRevived ? 'active' : before.status,
    },
  });
}

function whyNotEnd(endDate: string, startDate: string) {
  if (!isEndInRange(new Date(endDate))) return refuse('subscription-end-late');
  return Date.parse(endDate) <= Date.parse(startDate) ? refuse('subscription-end-early') : null;
}
