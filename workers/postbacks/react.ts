import { leadEvents } from '@crm/events/leads/events.ts';
import { postbackEvents } from '@crm/events/postbacks/events.ts';
import { mayTrigger, triggerOf } from '@crm/events/postbacks/triggers.ts';
import { idOf } from '@crm/events/streams.ts';
import type { EventStore, RecordedEvent } from '@crm/platform/event-store/port.ts';
import { forgetUnusedRegularly } from '@crm/platform/memory/forget-unused.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { LeadershipToken } from '@crm/platform/runner/checkpoint.ts';
import type { Consumer } from '@crm/platform/runner/consumer.ts';
import { closeCircuits, isCorrection } from './close-circuits.ts';
import { type Configuration, configured, isActive, writeConfigurations } from './configurations.ts';
import { enqueue, type NewDelivery } from './enqueue.ts';
import { openPayloads } from './payloads.ts';
import { openTenantConfigurations } from './tenant-configurations.ts';

/** The postbacks whose logs a batch of events changed. */
export type Reacted = { tenant: string; postback: string }[];

/** The projection has the name 'postbacks', and the checkpoints of both are in one table. */
export const REACTION = 'postback-deliveries';
export const REACTION_VERSION = 1;

/**
 * The most events in one transaction, and about the most deliveries, which take 65 µs each: the transaction holds the circuits
 * of their postbacks until it commits, and the results of all partners wait for it meanwhile (settle.ts).
 */
const MOST_EVENTS = 100;
const MOST_DELIVERIES = 1_000;

/**
 * Consumes events of leads and postbacks. Writes one delivery per event and matching active postback, in the
 * transaction that moves the checkpoint. The events of both have one order: a lead change after the postback was
 * enabled is sent, an earlier one is not.
 */
export function postbackReaction(
  store: EventStore,
  committed: (reacted: Reacted) => void,
): Consumer<Reacted> {
  const payloads = openPayloads(store);
  forgetUnusedRegularly(payloads);
  const configurations = openTenantConfigurations();
  /** Of the last transaction: how many deliveries the next events will make is known only after they were folded. */
  let deliveriesPerEvent = 1;

  /** A failure empties the cache: its transaction goes on with other events. */
  async function apply(events: readonly RecordedEvent[], tx: Db, token: LeadershipToken): Promise<Reacted> {
    try {
      return await react(events, tx, token);
    } catch (error) {
      configurations.forget();
      throw error;
    }
  }

  async function react(events: readonly RecordedEvent[], tx: Db, token: LeadershipToken): Promise<Reacted> {
    const known = await configurations.read(tx, token, new Set(events.map(({ meta }) => meta.tenant)));
    const changed = new Map<string, Configuration>();
    const corrected: Configuration[] = [];
    const deliveries: NewDelivery[] = [];
    for (const event of events) {
      const ofTenant = known(event.meta.tenant);
      if (Object.hasOwn(postbackEvents, event.type)) {
        const after = configured(ofTenant.get(idOf(event.stream)) ?? null, event);
        ofTenant.set(after.postback, after);
        changed.set(after.postback, after);
        if (isCorrection(event)) corrected.push(after);
        continue;
      }
      const listening = [...ofTenant.values()].filter(isActive);
      if (listening.length === 0) continue;
      if (!mayTrigger(event.type)) payloads.pass(event);
      else deliveries.push(...(await deliveriesOf(listening, event)));
    }
    deliveriesPerEvent = deliveries.length / events.length;
    await writeConfigurations(tx, [...changed.values()], [...corrected, ...deliveries]);
    await closeCircuits(tx, corrected, deliveries);
    await enqueue(tx, deliveries);
    return [...deliveries, ...changed.values()].map(({ tenant, postback }) => ({ tenant, postback }));
  }

  async function deliveriesOf(
    listening: readonly Configuration[],
    event: RecordedEvent,
  ): Promise<NewDelivery[]> {
    const delivery = await payloads.of(event);
    if (!delivery) return [];
    return listening.flatMap(({ tenant, postback, state }) => {
      if (state.phase !== 'present') return [];
      const trigger = triggerOf(state.details, delivery.event, delivery.lead);
      if (trigger === null) return [];
      return [
        {
          tenant,
          postback,
          payload: { event: trigger, ...delivery.payload },
          tries: 1 + state.details.maxRetries,
        },
      ];
    });
  }

  return {
    name: REACTION,
    version: REACTION_VERSION,
    everyMs: 10, // partners wait for it
    events: [...Object.keys(leadEvents), ...Object.keys(postbackEvents)],
    // The postbacks of an import are configured, but the past of its leads is not sent.
    skipsImported: Object.keys(leadEvents),
    mostAtOnce: () => Math.min(MOST_EVENTS, Math.ceil(MOST_DELIVERIES / deliveriesPerEvent)),
    apply,
    hasNoEffect: (events, token) =>
      events.every(
        ({ type, meta }) =>
          !Object.hasOwn(postbackEvents, type) && configurations.hasNoActive(meta.tenant, token),
      ),
    committed: (reacted) => {
      configurations.confirm();
      if (reacted.length > 0) committed(reacted);
    },
  };
}
