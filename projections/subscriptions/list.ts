import { listSubscribers, type Subscription } from '@crm/contracts/subscriptions/subscriptions.ts';
import { fromMinor } from '@crm/events/language/money.ts';
import { statusAt } from '@crm/events/subscriptions/period.ts';
import { superAdmins } from '@crm/platform/http/policy.ts';
import { query } from '../query.ts';
import { isNotDeleted } from '../tenants/deleted.ts';
import { isNotImporting } from '../tenants/importing.ts';
import type { SubscriptionRow } from './table.ts';

/** The most subscriptions of an answer, about 4 MB: the page searches and pages in the browser. */
const MOST = 5_000;

type Row = SubscriptionRow & {
  organization_name: string | null;
  user_id: string | null;
  full_name: string;
  email: string;
  username: string;
  is_active: boolean;
};

/**
 * Lists the subscriptions of all organisations, newest first, each with the organisation's first admin. Those of deleted
 * organisations are left out: they are history. Indexes subscriptions_created and users_tenant.
 */
export const subscribersList = query({
  endpoint: listSubscribers,
  policy: superAdmins,
  reads: ['subscriptions', 'tenants', 'users'],
  async run(_, db) {
    const { rows } = await db.query<Row>(
      `/* every tenant: for super admins */
       select s.*, t.organization_name, u.id as user_id, u.full_name, u.email, u.username, u.is_active
         from (select * from subscriptions s where ${isNotImporting('s')} and ${isNotDeleted('s')}
                order by created_at desc, tenant limit $1) s
         left join tenants t on t.id = s.tenant
         left join lateral (
           select * from users u where u.tenant = s.tenant and u.role = 'admin'
            order by u.is_active desc, u.created_at, u.id limit 1
         ) u on true
        order by s.created_at desc, s.tenant`,
      [MOST],
    );
    const now = new Date();
    return { kind: 'answer', data: { subscriptions: rows.map((row) => subscriptionOf(row, now)) } };
  },
});

function subscriptionOf(row: Row, now: Date): Subscription {
  return {
    ...ownSubscriptionOf(row, now),
    organizationName: row.organization_name ?? '',
    userId:
      row.user_id === null
        ? null
        : {
            _id: row.user_id,
            fullName: row.full_name,
            email: row.email,
            username: row.username,
            isActive: row.is_active,
          },
  };
}

/** A subscription without its organisation and admin. */
export function ownSubscriptionOf(
  row: SubscriptionRow,
  now: Date,
): Omit<Subscription, 'userId' | 'organizationName'> {
  const { id, edition, terms } = row.plan;
  const { price, ...plan } = terms;
  return {
    _id: row.tenant,
    planId: { _id: id, edition, ...plan, price: fromMinor(price.minor), currency: price.currency },
    status: statusAt({ status: row.status, endDate: row.end_date }, now),
    startDate: row.start_date.toISOString(),
    endDate: row.end_date.toISOString(),
    autoRenew: row.auto_renew,
    createdAt: row.created_at.toISOString(),
    ...(row.payment_id !== null && { paymentId: row.payment_id }),
    revision: row.revision,
  };
}
