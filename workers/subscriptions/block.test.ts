import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { subscriptionStream, tenantStream } from '@crm/events/streams.ts';
import { subscriptions } from '@crm/events/subscriptions/aggregate.ts';
import type { SubscriptionCommand } from '@crm/events/subscriptions/command.ts';
import { growth } from '@crm/events/subscriptions/story.ts';
import { tenants } from '@crm/events/tenants/aggregate.ts';
import type { Access } from '@crm/platform/access/access.ts';
import { readTenantState } from '@crm/platform/access/tenant.ts';
import { bySystem, newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { poolsAndStore } from '@crm/platform/test/pools-and-store.ts';
import { expect, test, vi } from 'vitest';
import { blockBySubscription, scheduleBlock } from './block.ts';

const db = await testDatabase();
const { store, forJobs } = poolsAndStore(db);

const access: Pick<Access, 'changeTenant'> = {
  changeTenant: (_, __, act) => act({ guard: (append) => append(), db: db.pool }),
};

/** An organisation whose subscription was granted now for a month. */
async function subscribed() {
  const tenant = TenantId.parse(randomUUID());
  const by = () => ({ tenant, ...bySystem('test'), commandId: newCommandId(), creates: false });
  await execute(forJobs, {
    ...by(),
    aggregate: tenants,
    stream: tenantStream(tenant),
    command: { type: 'CreateTenant', organizationName: 'Demo' },
  });
  const stream = subscriptionStream(tenant);
  const change = async (command: SubscriptionCommand) => {
    await execute(forJobs, { ...by(), aggregate: subscriptions, stream, command });
    const event = (await store.readStream(stream)).at(-1);
    if (!event) throw new Error('It has an event');
    return event;
  };
  const startDate = new Date().toISOString();
  const endDate = new Date(Date.now() + 30 * 24 * 3600_000).toISOString();
  await change({
    type: 'GrantSubscription',
    ...{ plan: growth, startDate, endDate, autoRenew: false, paymentId: null },
  });
  return { tenant, change };
}

test('an end at once blocks the organisation, also when the clocks of two processes differ', async () => {
  const { tenant, change } = await subscribed();
  const AHEAD_MS = 60_000;
  const now = new Date(Date.now() + AHEAD_MS);
  const cancelled = await change({ type: 'CancelSubscription', immediate: true, reason: null, now });
  const payloads: unknown[] = [];
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + AHEAD_MS + 1 });
  scheduleBlock.handle(cancelled, { enqueue: (_, payload) => void payloads.push(payload) });
  vi.useRealTimers();
  for (const payload of payloads) await blockBySubscription(access).run(payload, forJobs);
  expect(await readTenantState(store, tenant)).toMatchObject({ phase: 'blocked' });
});
