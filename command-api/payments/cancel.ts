import { cancelOwnSubscription } from '@crm/contracts/payments/payments.ts';
import { subscriptionStream } from '@crm/events/streams.ts';
import { tenantAdmins } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { subscriptionCommand } from '../handle/aggregate-commands.ts';

/** Cancels the caller's own subscription for the end of its paid period. */
export const cancelOwn = subscriptionCommand({
  endpoint: cancelOwnSubscription,
  policy: tenantAdmins,
  plan: ({ params, body, caller, now }) =>
    // A subscription's id is its organisation's.
    params.id === caller.tenant
      ? {
          stream: subscriptionStream(caller.tenant),
          command: { type: 'CancelSubscription', immediate: false, reason: body.reason, now },
        }
      : refused('subscription-not-found'),
  answer: () => ({ message: 'Subscription cancelled for the end of its period', data: {} }),
});
