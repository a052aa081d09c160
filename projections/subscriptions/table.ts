import { subscriptionDecider } from '@crm/events/subscriptions/decide.ts';
import {
  type SoldPlan,
  type SubscriptionEvent,
  subscriptionEvents,
} from '@crm/events/subscriptions/events.ts';
import type { SubscriptionStatus } from '@crm/events/subscriptions/vocabulary.ts';
import { adminsOf, SUPER_ADMINS } from '@crm/platform/live/rooms.ts';
import { projection, type Recorded, table } from '../projection.ts';

export type SubscriptionRow = {
  tenant: string;
  plan_id: string;
  plan: SoldPlan;
  /** As the last event set it: events/subscriptions/period.ts tells the status at a time. */
  status: SubscriptionStatus;
  start_date: Date;
  end_date: Date;
  auto_renew: boolean;
  payment_id: string | null;
  revision: number;
  created_at: Date;
};

function foldSubscription(
  row: SubscriptionRow | null,
  event: Recorded<SubscriptionEvent>,
): SubscriptionRow | null {
  const after = subscriptionDecider.evolve(stateOf(row), event);
  if (after.phase === 'none') return null;
  return {
    tenant: event.meta.tenant,
    plan_id: after.plan.id,
    plan: after.plan,
    status: after.status,
    start_date: new Date(after.startDate),
    end_date: new Date(after.endDate),
    auto_renew: after.autoRenew,
    payment_id: after.paymentId,
    revision: event.revision,
    created_at: row?.created_at ?? event.at,
  };
}

function stateOf(row: SubscriptionRow | null) {
  if (!row) return subscriptionDecider.initialState;
  return {
    phase: 'present' as const,
    plan: row.plan,
    status: row.status,
    startDate: row.start_date.toISOString(),
    endDate: row.end_date.toISOString(),
    autoRenew: row.auto_renew,
    paymentId: row.payment_id,
  };
}

const subscriptions = table<SubscriptionRow, SubscriptionEvent>({
  name: 'subscriptions',
  columns: {
    tenant: 'uuid not null',
    plan_id: 'uuid not null',
    plan: 'jsonb not null',
    status: 'text not null',
    start_date: 'timestamptz not null',
    end_date: 'timestamptz not null',
    auto_renew: 'boolean not null',
    payment_id: 'text',
    revision: 'integer not null',
    created_at: 'timestamptz not null',
  },
  key: ['tenant'],
  keepsErasedTenants: true,
  indexes: {
    subscriptions_plan: '(plan_id)',
    subscriptions_created: '(created_at)',
  },
  keyOf: (event) => ({ tenant: event.meta.tenant }),
  fold: foldSubscription,
  hints: (_before, _after, { meta: { tenant } }) =>
    [SUPER_ADMINS, adminsOf(tenant)].map((room) => ({ room, topic: 'subscriptions', id: tenant })),
});

/** The billing subscription of each organisation. */
export const subscriptionsProjection = projection({
  name: 'subscriptions',
  version: 2,
  events: subscriptionEvents,
  tables: [subscriptions],
});
