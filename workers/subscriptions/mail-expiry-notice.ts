import { derivedId } from '@crm/events/derived-ids.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import { subscriptionStream, tenantStream } from '@crm/events/streams.ts';
import { subscriptions } from '@crm/events/subscriptions/aggregate.ts';
import { newestNotice, noticesAbout } from '@crm/events/subscriptions/notices.ts';
import { daysLeft, statusAt } from '@crm/events/subscriptions/period.ts';
import { tenants } from '@crm/events/tenants/aggregate.ts';
import type { TenantSettings } from '@crm/events/tenants/state.ts';
import { readAccount } from '@crm/platform/access/account.ts';
import { load } from '@crm/platform/commands/load.ts';
import { loadState } from '@crm/platform/commands/load-state.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { type Job, type JobContext, job } from '@crm/platform/jobs/job.ts';
import { reaction } from '@crm/platform/jobs/reaction.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { z } from 'zod';
import { enqueueMail } from '../mail/queue.ts';
import { expiryNoticeMail } from '../mail/templates/expiry-notice.ts';
import { Ending, endChanges } from './ending.ts';

/** A notice about one end of a subscription. `at` is the time of the notice. */
const Payload = z.object({
  tenant: TenantId,
  endDate: z.string(),
  daysBefore: z.int(),
  at: z.iso.datetime(),
});
type Payload = z.infer<typeof Payload>;

const MAIL_EXPIRY_NOTICE = { name: 'mail-expiry-notice', payload: Payload, attempts: 10 };

/**
 * Schedules the notices about the end of a subscription. Those whose time is before the event are left out: a weekly plan
 * is not announced to end in 7 days when it is bought. A waiting notice about an earlier end is replaced, or does nothing.
 */
export const scheduleExpiryNotices = reaction({
  name: 'expiry-notices',
  events: endChanges,
  handle: ({ data, at: changedAt, meta: { tenant } }, { enqueue }) => {
    const { endDate } = Ending.parse(data);
    if (endDate === null) return;
    for (const { daysBefore, at } of noticesAbout(endDate))
      if (at > changedAt)
        enqueue(
          MAIL_EXPIRY_NOTICE,
          { tenant, endDate, daysBefore, at: at.toISOString() },
          { key: `${tenant} ${daysBefore}`, runAt: at },
        );
  },
});

/**
 * Mails a notice to each active admin, once per end and notice. Does nothing when a newer notice is due by now, when the
 * subscription has another end or was cancelled, and for an organisation that is suspended or deleted.
 */
export const mailExpiryNotice = (publicUrl: string): Job<Payload> =>
  job({
    ...MAIL_EXPIRY_NOTICE,
    async run({ tenant, endDate, daysBefore, at }, context) {
      // The queue counts by the clock of Postgres, which may be ahead of this one.
      const now = new Date(Math.max(Date.now(), Date.parse(at)));
      if (newestNotice(endDate, now)?.daysBefore !== daysBefore) return;
      const { store, pools, cause } = context;
      const { events } = await load(store, subscriptions.types, subscriptionStream(tenant));
      const subscription = fold(subscriptions.decider, events);
      if (subscription.phase === 'none' || subscription.endDate !== endDate) return;
      // Its expiry may not be recorded yet. One that a super admin set to expired before its end did not end by itself.
      const ranToEnd = subscription.status === 'active' || events.at(-1)?.type === 'SubscriptionExpired';
      if (!ranToEnd || statusAt(subscription, now) !== (daysBefore === 0 ? 'expired' : 'active')) return;
      const settings = await settingsInUse(store, tenant);
      if (!settings) return;

      const { name: plan, billingCycle } = subscription.plan.terms;
      const admins = await activeAdmins(tenant, context);
      // The user directory of a database that was just filled may be behind; the queue tries again.
      if (admins.length === 0) throw new Error('The organisation has no active admin yet');
      await inTransaction(pools.commands, async (tx) => {
        for (const { id, fullName, email } of admins) {
          const content = expiryNoticeMail({
            name: fullName,
            organisation: settings.organizationName,
            plan,
            billingCycle,
            endsAt: new Date(endDate),
            timeZone: settings.timeZone,
            daysLeft: daysLeft(endDate, now),
            url: `${publicUrl}/profile?tab=subscription`,
          });
          await enqueueMail(tx, {
            id: derivedId(id, `expiry notice ${endDate} ${daysBefore}`),
            tenant,
            template: 'expiry-notice',
            about: tenant,
            watcher: null,
            at: new Date(at),
            recipient: email,
            content: { ...content, attachments: [] },
            cause,
          });
        }
      });
    },
  });

/** The settings of an organisation that may be used, also of a blocked one; null for others and for the platform. */
async function settingsInUse(store: EventStore, id: TenantId): Promise<TenantSettings | null> {
  const tenant = await loadState(store, tenants, tenantStream(id));
  return tenant.phase === 'active' || tenant.phase === 'blocked' ? tenant.settings : null;
}

/** By the index user_directory_tenant. Emails and names are those of the users' streams. */
async function activeAdmins(tenant: TenantId, { store, pools }: Pick<JobContext, 'store' | 'pools'>) {
  const { rows } = await pools.commands.query<{ id: string }>(
    `select id from user_directory where tenant = $1 and role = 'admin' and is_active order by id`,
    [tenant],
  );
  const found = rows.map(async ({ id }) => {
    const account = await readAccount(store, UserId.parse(id));
    return account?.isActive && account.role === 'admin' ? [{ id, ...account.details }] : [];
  });
  return (await Promise.all(found)).flat();
}
