import {
  cancelSubscription,
  extendSubscription,
  renewSubscription,
  setSubscriptionStatus,
} from '@crm/contracts/subscriptions/subscriptions.ts';
import { TenantId } from '@crm/events/ids.ts';
import { subscriptionStream } from '@crm/events/streams.ts';
import { superAdmins } from '@crm/platform/http/policy.ts';
import { subscriptionCommand } from '../handle/aggregate-commands.ts';

/** The subscription of a call; of two calls that read the same revision, one is carried out. */
function target(params: { id: string }, body: { revision?: number | undefined }) {
  const tenant = TenantId.parse(params.id);
  return { tenant, stream: subscriptionStream(tenant), seenRevision: body.revision };
}

/** Sets a status, and a new end if one is given. */
export const setStatus = subscriptionCommand({
  endpoint: setSubscriptionStatus,
  policy: superAdmins,
  plan: ({ params, body, now }) => ({
    ...target(params, body),
    command: { type: 'SetSubscriptionStatus', status: body.status, endDate: body.endDate, now },
  }),
  answer: () => ({ message: 'Subscription status updated successfully', data: {} }),
});

/** Cancels an active subscription. */
export const cancel = subscriptionCommand({
  endpoint: cancelSubscription,
  policy: superAdmins,
  plan: ({ params, body: { immediate, reason, ...body }, now }) => ({
    ...target(params, body),
    command: { type: 'CancelSubscription', immediate, reason, now },
  }),
  answer: () => ({ message: 'Subscription cancelled successfully', data: {} }),
});

/** Renews an expired or cancelled subscription with the present terms of its plan. */
export const renew = subscriptionCommand({
  endpoint: renewSubscription,
  policy: superAdmins,
  fieldOf: { 'subscription-end-late': 'duration' },
  plan: async ({ params, body, now }, { lookups }) => {
    const { tenant, ...to } = target(params, body);
    return {
      tenant,
      ...to,
      command: {
        type: 'RenewSubscription',
        plan: await lookups.subscribedPlan(tenant),
        count: body.duration,
        periodType: body.durationType,
        now,
      },
    };
  },
  answer: () => ({ message: 'Subscription renewed successfully', data: {} }),
});

/** Moves the end by calendar months or years. */
export const extend = subscriptionCommand({
  endpoint: extendSubscription,
  policy: superAdmins,
  fieldOf: { 'subscription-end-late': 'extensionPeriod' },
  plan: ({ params, body, now }) => ({
    ...target(params, body),
    command: {
      type: 'ExtendSubscription',
      count: body.extensionPeriod,
      periodType: body.extensionType,
      now,
    },
  }),
  answer: () => ({ message: 'Subscription extended successfully', data: {} }),
});
