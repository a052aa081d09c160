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
import { settingsOf, type TenantSettings } from '@crm/events/tenants/state.ts';
import { users } from '@crm/events/users/aggregate.ts';
import type { UserDetails } from '@crm/events/users/events.ts';
import { workers } from '@crm/events/work/aggregate.ts';
import { type Broadcast, noBroadcast } from '@crm/platform/broadcast/broadcast.ts';
import { announceChange, CHANGED_STREAMS } from '@crm/platform/commands/changed-streams.ts';
import { load } from '@crm/platform/commands/load.ts';
import { loadState } from '@crm/platform/commands/load-state.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { reportCache } from '@crm/platform/metrics/caches.ts';

/** Maximum age of a cached lookup. Ingest reads the same offer thousands of times per second. */
const FRESH_MS = 1000;
const MOST_CACHED = 10_000;

type Of<T> = T & { tenant: TenantId };

/** `isActive`: whether it is sold. */
type PlanNow = { terms: SoldPlan; isActive: boolean };

/**
 * Data that a command needs from other streams. It is read from the streams and never from a read model, so that
 * decisions depend on events only. Each result carries its tenant; the caller compares it with its own.
 */
export type Lookups = {
  offer(id: OfferId): Promise<Of<OfferDetails> | null>;
  /** Whether this process has found the offer, however long ago: then it costs a read only once in a second. */
  hasFoundOffer(id: OfferId): boolean;
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
  const cache = new Map<string, { until: number; value: Promise<unknown> }>();
  reportCache('lookups', MOST_CACHED, () => cache.size);

  async function cached<T>(stream: string, read: () => Promise<T>): Promise<T> {
    const entry = cache.get(stream);
    // A cast: only the result of `read` for this stream is stored under its name.
    if (entry && entry.until > now()) return entry.value as Promise<T>;
    if (cache.size >= MOST_CACHED) cache.clear();
    const value = read();
    cache.set(stream, { until: now() + FRESH_MS, value });
    const drop = () => {
      if (cache.get(stream)?.value === value) cache.delete(stream);
    };
    // Neither a missing stream nor a failure is cached: the next lookup may find it.
    value.then((found) => found === null && drop(), drop);
    return value;
  }

  const planNow = (id: PlanId) =>
    cached<PlanNow | null>(planStream(id), async () => {
      const present = await loadState(store, plans, planStream(id));
      if (present.phase !== 'present') return null;
      const { details, edition } = present;
      return { terms: { id, edition, terms: termsOf(details) }, isActive: details.isActive };
    });

  // A tenant without a subscription is cached, too: ingest asks for it with each lead.
  const subscription = (id: TenantId): Promise<Subscription> =>
    cached(subscriptionStream(id), () => loadState(store, subscriptions, subscriptionStream(id)));

  broadcast.listen(CHANGED_STREAMS, {
    received: (stream) => void cache.delete(stream),
    missed: () => cache.clear(),
  });

  return {
    offer: (id) =>
      cached(offerStream(id), async () => {
        const history = await load(store, offers.types, offerStream(id));
        const offer = fold(offers.decider, history.events);
        if (offer.phase !== 'present' || history.tenant === null) return null;
        return { ...offer.details, tenant: history.tenant };
      }),
    hasFoundOffer: (id) => cache.has(offerStream(id)),
    ownerOfOffer: async (id) =>
      (await store.readStream(offerStream(id), { limit: 1 }))[0]?.meta.tenant ?? null,
    user: (id) =>
      cached(userStream(id), async () => {
        const history = await load(store, users.types, userStream(id));
        const user = fold(users.decider, history.events);
        if (user.phase !== 'present' || history.tenant === null) return null;
        return { ...user.details, tenant: history.tenant };
      }),
    tenantSettings: (id) =>
      cached(tenantStream(id), async () => settingsOf(await loadState(store, tenants, tenantStream(id)))),
    plan: planNow,
    subscription,
    subscribedPlan: async (id) => {
      const subscribed = await subscription(id);
      if (subscribed.phase === 'none') return null;
      return (await planNow(PlanId.parse(subscribed.plan.id)))?.terms ?? null;
    },
    isOnBreak: async (id) => {
      const worker = await cached(workerStream(id), () => loadState(store, workers, workerStream(id)));
      return worker.isOnBreak;
    },
    forget(stream) {
      cache.delete(stream);
      announceChange(broadcast, stream);
    },
  };
}
