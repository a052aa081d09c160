import { change, type Descriptions } from '../language/describe.ts';
import { moneyText } from '../language/money.ts';
import type { SoldPlan, SubscriptionEvent } from './events.ts';

/** Each event of a billing subscription for people. */
export const subscriptionDescriptions: Descriptions<SubscriptionEvent> = {
  SubscriptionGranted: ({ plan, startDate, endDate }) => ({
    text: 'Subscription granted',
    changes: [
      change('plan', 'Plan', '', textOf(plan)),
      change('startDate', 'Start Date', '', startDate),
      change('endDate', 'End Date', '', endDate),
    ],
  }),
  SubscriptionRenewed: ({ plan, startDate, count, type, ...end }) => ({
    text: `Subscription renewed by ${periodText(count, type)}`,
    changes: [
      change('plan', 'Plan', undefined, textOf(plan)),
      change('startDate', 'Start Date', undefined, startDate),
      endChange(end),
    ],
  }),
  SubscriptionPaid: ({ plan, startDate, paymentId, ...end }) => ({
    text: 'Subscription paid',
    changes: [
      change('plan', 'Plan', undefined, textOf(plan)),
      change('startDate', 'Start Date', undefined, startDate),
      endChange(end),
      change('paymentId', 'Payment', undefined, paymentId),
    ],
  }),
  SubscriptionExtended: ({ count, type, status: _, ...end }) => ({
    text: `Subscription extended by ${periodText(count, type)}`,
    changes: [endChange(end)],
  }),
  SubscriptionStatusSet: ({ from, to, ...end }) => ({
    text: 'Subscription status set',
    changes: [
      change('status', 'Status', from, to),
      ...(end.endDate === end.endDateBefore ? [] : [endChange(end)]),
    ],
  }),
  SubscriptionCancelled: ({ immediate, reason, plan, ...end }) => ({
    text: immediate ? 'Subscription cancelled' : 'Subscription cancelled for the end of its period',
    changes: [
      ...(plan ? [change('plan', 'Plan', undefined, textOf(plan))] : []),
      ...(end.endDate === end.endDateBefore ? [] : [endChange(end)]),
    ],
    reason,
  }),
  SubscriptionExpired: ({ endDate }) => ({
    text: 'Subscription expired',
    changes: [change('endDate', 'End Date', endDate, endDate)],
  }),
};

const endChange = ({ endDate, endDateBefore }: { endDate: string; endDateBefore: string }) =>
  change('endDate', 'End Date', endDateBefore, endDate);

const textOf = ({ edition, terms: { name, price, billingCycle } }: SoldPlan) =>
  `${name} (edition ${edition}), ${moneyText(price)} ${billingCycle}`;

const periodText = (count: number, type: 'months' | 'years') =>
  `${count} ${count === 1 ? type.slice(0, -1) : type}`;
