import { TenantId } from '@crm/events/ids.ts';
import { subscriptionStream, tenantStream } from '@crm/events/streams.ts';
import { subscriptions } from '@crm/events/subscriptions/aggregate.ts';
import { blockingStatusAt } from '@crm/events/subscriptions/block.ts';
import { tenants } from '@crm/events/tenants/aggregate.ts';
import type { TenantCommand } from '@crm/events/tenants/decide.ts';
import type { Access } from '@crm/platform/access/access.ts';
import { bySystem, newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { loadState } from '@crm/platform/commands/load-state.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { RetryLater } from '@crm/platform/failures/classify.ts';
import { isRefused } from '@crm/platform/http/result.ts';
import type { QueuedJob } from '@crm/platform/jobs/enqueue.ts';
import { type AnyJob, job } from '@crm/platform/jobs/job.ts';
import { reaction } from '@crm/platform/jobs/reaction.ts';
import { z } from 'zod';
import { Ending } from './ending.ts';

const Payload = z.object({
  tenant: z.string(),
  /** The end of the subscription when the job is due at that end; null for a job that runs at once. */
  endDate: z.string().nullable(),
});

const blockJob: QueuedJob<z.infer<typeof Payload>> = {
  name: 'block-by-subscription',
  payload: Payload,
  attempts: 10,
};

/** Checks the block of a tenant after each event of its subscription, and at the end of the period. */
export const scheduleBlock = reaction({
  name: 'subscription-block',
  // The subscription of a deleted tenant may have ended meanwhile.
  events: [...Object.keys(subscriptions.types), 'TenantRestored', 'TenantImported'],
  handle: (event, { enqueue }) => {
    const { tenant } = event.meta;
    if (event.type === 'TenantRestored') {
      enqueue(blockJob, { tenant, endDate: null }, { key: tenant });
      return;
    }
    const { endDate } = Ending.parse(event.data);
    // An organisation without a subscription is not blocked before it had one.
    if (endDate === null) return;
    enqueue(blockJob, { tenant, endDate: null }, { key: tenant });
    // A cancelled subscription ends without an event. Also for an end of this moment: by the clock of the process that
    // runs the first job, it may be later.
    enqueue(blockJob, { tenant, endDate }, { key: `${tenant} end`, runAt: new Date(endDate) });
  },
});

/** Blocks or unblocks a tenant according to its subscription; does nothing when that is done already. */
export const blockBySubscription = (access: Pick<Access, 'changeTenant'>): AnyJob =>
  job({
    ...blockJob,
    run: async (payload, { store, forgetLookup, cause }) => {
      const tenant = TenantId.parse(payload.tenant);
      // The queue counts by the clock of Postgres, which may be ahead of this one.
      const now = new Date(Math.max(Date.now(), Date.parse(payload.endDate ?? '') || 0));
      // Under the tenant's lock, so that of two jobs at once the later one reads the later subscription.
      const done = await access.changeTenant(null, tenant, async ({ guard }) =>
        execute(
          { store, forgetLookup },
          {
            aggregate: tenants,
            stream: tenantStream(tenant),
            tenant,
            command: await blockCommand(store, tenant, now),
            ...bySystem('Billing'),
            guard,
            commandId: newCommandId(),
            creates: false,
            ...cause,
          },
        ),
      );
      // A deleted tenant stays deleted.
      if (isRefused(done) && done.refusal !== 'tenant-not-found')
        throw new RetryLater(`A block was refused: ${done.refusal}`);
    },
  });

async function blockCommand(store: EventStore, tenant: TenantId, now: Date): Promise<TenantCommand> {
  const subscription = await loadState(store, subscriptions, subscriptionStream(tenant));
  const subscriptionStatus = blockingStatusAt(subscription, now);
  return subscriptionStatus === null
    ? { type: 'UnblockTenant' }
    : { type: 'BlockTenant', subscriptionStatus };
}
