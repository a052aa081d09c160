import { type OfferId, PlanId, type TenantId, type UserId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import { offers } from '@crm/events/offers/aggregate.ts';
import type { OfferDetails } from '@crm/events/offers/events.ts';
import { plans } from '@crm/events/plans/aggregate.ts';
import { termsOf } from '@crm/events/plans/edits.ts';
import {
  offerStream,
  planStream,
  subscriptionStream,
  tenantStream,
  userStream,
  workerStream,
} from '@crm/events/streams.ts';
import { subscriptions } from '@crm/events/subscriptions/aggregate.ts';
import type { SoldPlan } from '@crm/events/subscriptions/events.ts';
import type { Subscription } from '@crm/events/subscriptions/state.ts';
import { tenants } from '@crm/events/tenants/aggregate.ts';
import { settingsOf, type TenantSettings } from '@crm/events/tenants/decide.ts';
import { users } from '@crm/events/users/aggregate.ts';
import type { UserDetails } from '@crm/events/users/events.ts';
import { workers } from '@crm/events/work/aggregate.ts';
import { type Broadcast, noBroadcast } from '@crm/platform/broadcast/broadcast.ts';
import { announceChange, CHANGED_STREAMS } from '@crm/platform/commands/changed-streams.ts';
import { load } from '@crm/platform/commands/load.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { reportCache } from '@crm/platform/metrics/caches.ts';

/** Maximum age of a cached lookup. Ingest reads the same offer thousands of times per second. */
const FRESH_MS = 1000;
const MOST_KEPT = 10_000;

type Of<T> = T & { tenant: TenantId };

/** `isActive`: whether it is sold. */
type PlanNow = { terms: SoldPlan; isActive: boolean };

/**
 * Data that a command needs from other streams. It is read from the streams and never from a read model, so that
 * decisions depend on events only. Each result carries its tenant; the caller compares it with its own.
 */
export type Lookups = {
  offer(id: OfferId): Promise<Of<OfferDetails> | null>;
  /** The tenant of an offer, also of a deleted one. Not cached. */
  ownerOfOffer(id: OfferId): Promise<TenantId | null>;
  user(id: UserId): Promise<Of<UserDetails> | null>;
  tenantSettings(id: TenantId): Promise<TenantSettings | null>;
  /** A plan with its present terms; null for a deleted one. */
  plan(id: PlanId): Promise<PlanNow | null>;
  /** The present terms of the plan that a tenant subscribes to; null without a subscription, or for a deleted plan. */
  subscribedPlan(id: TenantId): Promise<SoldPlan | null>;
  /** The billing subscription of a tenant; phase 'none' without one. */
  subscription(id: TenantId): Promise<Subscription>;
  /** Whether an operator at the work queue is on a break. */
  isOnBreak(id: UserId): Promise<boolean>;
  /** Call after this process changed a stream: drops its cached lookups in this and the other processes. */
  forget: (stream: string) => void;
};

/**
 * Opens lookups over a store; they are cached for one second.
 *
 * @param broadcast drops the cached lookups of streams that another process changed, within milliseconds
 * @param now a monotonic clock, in ms
 */
export function openLookups(
  store: EventStore,
  broadcast: Broadcast = noBroadcast,
  now: () => number = () => performance.now(),
): Lookups {
  const kept = new Map<string, { until: number; fact: Promise<unknown> }>();
  reportCache('lookups', MOST_KEPT, () => kept.size);

  async function remembered<T>(stream: string, read: () => Promise<T | null>): Promise<T | null> {
    const known = kept.get(stream);
    // A cast: only the result of `read` for this stream is stored under its name.
    if (known && known.until > now()) return known.fact as Promise<T | null>;
    if (kept.size >= MOST_KEPT) kept.clear();
    const fact = read();
    kept.set(stream, { until: now() + FRESH_MS, fact });
    const drop = () => {
      if (kept.get(stream)?.fact === fact) kept.delete(stream);
    };
    // Neither a missing stream nor a failure is cached: the next lookup may find it.
    fact.then((found) => found === null && drop(), drop);
    return fact;
  }

  const planNow = (id: PlanId) =>
    remembered<PlanNow>(planStream(id), async () => {
      const present = fold(plans.decider, (await load(store, plans.types, planStream(id))).events);
      if (present.phase !== 'present') return null;
      const { details, edition } = present;
      return { terms: { id, edition, terms: termsOf(details) }, isActive: details.isActive };
    });

  const subscription = async (id: TenantId): Promise<Subscription> => {
    // A tenant without a subscription is remembered, too: ingest asks for it with each lead.
    const found = await remembered(subscriptionStream(id), async () => {
      const history = await load(store, subscriptions.types, subscriptionStream(id));
      return fold(subscriptions.decider, history.events);
    });
    return found ?? subscriptions.decider.initialState;
  };

  broadcast.listen(CHANGED_STREAMS, {
    received: (stream) => void kept.delete(stream),
    missed: () => kept.clear(),
  });

  return {
    offer: (id) =>
      remembered(offerStream(id), async () => {
        const history = await load(store, offers.types, offerStream(id));
        const offer = fold(offers.decider, history.events);
        if (offer.phase !== 'present' || history.tenant === null) return null;
        return { ...offer.details, tenant: history.tenant };
      }),
    ownerOfOffer: async (id) =>
      (await store.readStream(offerStream(id), { limit: 1 }))[0]?.meta.tenant ?? null,
    user: (id) =>
      remembered(userStream(id), async () => {
        const history = await load(store, users.types, userStream(id));
        const user = fold(users.decider, history.events);
        if (user.phase !== 'present' || history.tenant === null) return null;
        return { ...user.details, tenant: history.tenant };
      }),
    tenantSettings: (id) =>
      remembered(tenantStream(id), async () => {
        const tenant = fold(tenants.decider, (await load(store, tenants.types, tenantStream(id))).events);
        return settingsOf(tenant);
      }),
    plan: planNow,
    subscription,
    subscribedPlan: async (id) => {
      const subscribed = await subscription(id);
      if (subscribed.phase === 'none') return null;
      return (await planNow(PlanId.parse(subscribed.plan.id)))?.terms ?? null;
    },
    isOnBreak: async (id) => {
      const worker = await remembered(workerStream(id), async () =>
        fold(workers.decider, (await load(store, workers.types, workerStream(id))).events),
      );
      return worker?.isOnBreak ?? false;
    },
    forget(stream) {
      kept.delete(stream);
      announceChange(broadcast, stream);
    },
  };
}
