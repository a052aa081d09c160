import { randomUUID } from 'node:crypto';
import { PLATFORM_TENANT, TenantId, UserId } from '@crm/events/ids.ts';
import { subscriptionStream, tenantStream, userStream } from '@crm/events/streams.ts';
import { subscriptions } from '@crm/events/subscriptions/aggregate.ts';
import type { SubscriptionCommand } from '@crm/events/subscriptions/command.ts';
import { noticesAbout } from '@crm/events/subscriptions/notices.ts';
import { growth } from '@crm/events/subscriptions/story.ts';
import { tenants } from '@crm/events/tenants/aggregate.ts';
import type { TenantCommand } from '@crm/events/tenants/decide.ts';
import { users } from '@crm/events/users/aggregate.ts';
import { details } from '@crm/events/users/story.ts';
import { NO_ORIGIN, newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { poolsAndStore } from '@crm/platform/test/pools-and-store.ts';
import { expect, test, vi } from 'vitest';
import { mailExpiryNotice, scheduleExpiryNotices } from './mail-expiry-notice.ts';

const db = await testDatabase();
const { store, forJobs } = poolsAndStore(db);

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const by = (tenant: TenantId) => ({
  tenant,
  actor: { kind: 'system' as const, name: 'test' },
  origin: NO_ORIGIN,
  commandId: newCommandId(),
});

const changeTenant = (tenant: TenantId, command: TenantCommand) =>
  execute(forJobs, {
    ...by(tenant),
    aggregate: tenants,
    stream: tenantStream(tenant),
    command,
    creates: command.type === 'CreateTenant',
  });
const change = (tenant: TenantId, command: SubscriptionCommand) =>
  execute(forJobs, {
    ...by(tenant),
    aggregate: subscriptions,
    stream: subscriptionStream(tenant),
    command,
    creates: false,
  });

/** Adds a user to the stream and to the directory. */
async function addUser(tenant: TenantId, fullName: string, role: 'admin' | 'operator', isActive = true) {
  const id = UserId.parse(randomUUID());
  const email = `${id}@example.com`;
  const command = {
    type: 'CreateUser' as const,
    details: { ...details, username: id, email, fullName, role, isActive },
  };
  await execute(forJobs, { ...by(tenant), aggregate: users, stream: userStream(id), command, creates: true });
  await db.everyTenant.query('insert into user_directory values ($1, $2, $3, $4, $5, $6, false, now())', [
    ...[id, tenant, email, fullName, role, isActive],
  ]);
  return email;
}

/** An organisation with two active admins, whose subscription ends in some days. */
async function organisation({ endsIn = 30, tenant = TenantId.parse(randomUUID()) } = {}) {
  if (tenant !== PLATFORM_TENANT)
    await changeTenant(tenant, {
      type: 'CreateTenant',
      organizationName: 'Demo <Sales>',
      timeZone: 'Asia/Kolkata',
    });
  const admins = [await addUser(tenant, 'Asha Verma', 'admin'), await addUser(tenant, 'Ravi Rao', 'admin')];
  await addUser(tenant, 'Former Admin', 'admin', false);
  await addUser(tenant, 'Priya Nair', 'operator');
  const startDate = new Date().toISOString();
  const endDate = new Date(Date.now() + endsIn * DAY_MS).toISOString();
  await change(tenant, {
    type: 'GrantSubscription',
    ...{ plan: growth, startDate, endDate, autoRenew: false, paymentId: null },
  });
  return { tenant, endDate, admins: admins.sort() };
}
type Organisation = Awaited<ReturnType<typeof organisation>>;

/** Runs the notices of these days at a time before the end (after it, if negative). */
async function runAt({ tenant, endDate }: Organisation, beforeEndMs: number, days: readonly number[]) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(endDate) - beforeEndMs });
  const { run } = mailExpiryNotice('https://crm.example.com');
  for (const { daysBefore, at } of noticesAbout(endDate))
    if (days.includes(daysBefore)) await run({ tenant, endDate, daysBefore, at: at.toISOString() }, forJobs);
  vi.useRealTimers();
}

type MailRow = { recipient: string; subject: string; text: string; job: number };
/** The mails of an organisation, each with the number of its jobs. */
async function mailsOf({ tenant }: Organisation): Promise<MailRow[]> {
  const { rows } = await db.everyTenant.query<MailRow>(
    `select recipient, content->>'subject' as subject, content->>'text' as text,
            (select count(*)::int from graphile_worker.jobs where key = 'send-mail ' || m.id) as job
       from mails m where tenant = $1 order by created_at, recipient`,
    [tenant],
  );
  return rows;
}

/** The days of the notices that the first event of a subscription schedules. */
async function scheduled({ tenant, endDate }: Organisation): Promise<string[]> {
  const [event] = await store.readStream(subscriptionStream(tenant));
  if (!event) throw new Error('A subscription was granted');
  const times: string[] = [];
  scheduleExpiryNotices.handle(event, {
    enqueue: (_, __, { key, runAt }) =>
      times.push(`${key.replace(`${tenant} `, '')} at ${(Date.parse(endDate) - Number(runAt)) / DAY_MS}`),
  });
  return times;
}

test('a subscription schedules its notices at their times; a weekly one is not announced at once', async () => {
  expect(await scheduled(await organisation())).toEqual(['7 at 7', '3 at 3', '1 at 1', '0 at 0']);
  expect(await scheduled(await organisation({ endsIn: 7 }))).toEqual(['3 at 3', '1 at 1', '0 at 0']);
});

test('after a time off, each active admin gets the newest missed notice, once', async () => {
  const own = await organisation();
  const late = 2.5 * DAY_MS;
  await runAt(own, late, [7, 3]);
  await runAt(own, late - HOUR_MS, [3]); // a repeated job
  const mails = await mailsOf(own);
  expect(mails.map(({ recipient, subject, job }) => ({ recipient, subject, job }))).toEqual(
    own.admins.map((recipient) => ({ recipient, subject: 'Your subscription ends in 3 days', job: 1 })),
  );
  const end = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Kolkata',
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(new Date(own.endDate));
  for (const { text } of mails) {
    expect(text).toMatch(/^Hello (Asha Verma|Ravi Rao), the subscription of Demo <Sales> ends in 3 days/);
    expect(text).toContain('Plan: Growth, monthly\n');
    expect(text).toContain(`Ends: ${end} (Asia/Kolkata)\n`);
    expect(text).toContain('\nhttps://crm.example.com/profile?tab=subscription\n');
  }
  await runAt(own, DAY_MS, [1]);
  await runAt(own, 0, [0]);
  expect((await mailsOf(own)).map(({ subject }) => subject)).toEqual([
    ...mails.map(({ subject }) => subject),
    ...Array(2).fill('Your subscription ends in 1 day'),
    ...Array(2).fill('Your subscription has ended'),
  ]);
});

test('the notice of the end is mailed before and after the expiry is recorded, for a week', async () => {
  const own = await organisation();
  await change(own.tenant, { type: 'ExpireSubscription', now: new Date(own.endDate) });
  await runAt(own, -6 * DAY_MS, [7, 3, 1, 0]);
  expect(await mailsOf(own)).toMatchObject(
    own.admins.map((recipient) => ({ recipient, subject: 'Your subscription has ended' })),
  );
  const other = await organisation();
  await runAt(other, -8 * DAY_MS, [7, 3, 1, 0]);
  expect(await mailsOf(other)).toEqual([]);
});

const now = new Date();
test.each<[string, (own: Organisation) => Promise<unknown>]>([
  [
    'extended',
    ({ tenant }) => change(tenant, { type: 'ExtendSubscription', count: 1, periodType: 'months', now }),
  ],
  [
    'renewed by a payment',
    ({ tenant }) => change(tenant, { type: 'PaySubscription', plan: growth, paymentId: 'pay_2', at: now }),
  ],
  [
    'cancelled',
    ({ tenant }) => change(tenant, { type: 'CancelSubscription', immediate: false, reason: null, now }),
  ],
  [
    'set to expired',
    ({ tenant }) => change(tenant, { type: 'SetSubscriptionStatus', status: 'expired', now }),
  ],
  ['pending', ({ tenant }) => change(tenant, { type: 'SetSubscriptionStatus', status: 'pending', now })],
  [
    'of a suspended organisation',
    ({ tenant }) => changeTenant(tenant, { type: 'SuspendTenant', reason: 'x' }),
  ],
])('no notice is mailed about a subscription that is %s meanwhile', async (_, meanwhile) => {
  const own = await organisation();
  await meanwhile(own);
  await runAt(own, 3 * DAY_MS, [3]);
  await runAt(own, 0, [0]);
  expect(await mailsOf(own)).toEqual([]);
});

test('the platform gets no notices', async () => {
  const own = await organisation({ tenant: PLATFORM_TENANT });
  await runAt(own, 3 * DAY_MS, [3]);
  expect(await mailsOf(own)).toEqual([]);
});
