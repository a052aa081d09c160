import { TenantId } from '@crm/events/ids.ts';
import { subscriptionStream } from '@crm/events/streams.ts';
import { subscriptions } from '@crm/events/subscriptions/aggregate.ts';
import { bySystem, newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { RetryLater } from '@crm/platform/failures/classify.ts';
import { isRefused } from '@crm/platform/http/result.ts';
import { job } from '@crm/platform/jobs/job.ts';
import { reaction } from '@crm/platform/jobs/reaction.ts';
import { z } from 'zod';
import { Ending, endChanges } from './ending.ts';

/**
 * Schedules the expiry of a subscription for the exact end of its period. A later event of the same subscription
 * replaces the waiting job. What fell due while the product was off runs at the next start.
 */
export const scheduleExpiry = reaction({
  name: 'subscription-expiry',
  events: endChanges,
  handle: ({ data, meta: { tenant } }, { enqueue }) => {
    const { endDate } = Ending.parse(data);
    if (endDate === null) return;
    enqueue(expireSubscription, { tenant, endDate }, { key: tenant, runAt: new Date(endDate) });
  },
});

/** Expires a subscription whose end has come; does nothing when it ends later by now, or is no longer active. */
export const expireSubscription = job({
  name: 'expire-subscription',
  payload: z.object({ tenant: z.string(), endDate: z.string() }),
  attempts: 10,
  async run({ tenant, endDate }, { store, forgetLookup }) {
    // The queue counts by the clock of Postgres, which may be ahead of this one.
    const now = new Date(Math.max(Date.now(), Date.parse(endDate)));
    const done = await execute(
      { store, forgetLookup },
      {
        aggregate: subscriptions,
        stream: subscriptionStream(TenantId.parse(tenant)),
        tenant: TenantId.parse(tenant),
        command: { type: 'ExpireSubscription', now },
        ...bySystem('Billing'),
        commandId: newCommandId(),
        creates: false,
      },
    );
    if (isRefused(done)) throw new RetryLater(`An expiry was refused: ${done.refusal}`);
  },
});
