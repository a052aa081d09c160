import { leadEvents } from '@crm/events/leads/events.ts';
import { postbackEvents } from '@crm/events/postbacks/events.ts';
import { heardAs, triggeringTypes } from '@crm/events/postbacks/triggers.ts';
import { idOf } from '@crm/events/streams.ts';
import type { EventStore, RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { Subscription } from '@crm/platform/runner/subscription.ts';
import {
  type Configuration,
  configurationsOf,
  configured,
  isActive,
  writeConfigurations,
} from './configurations.ts';
import { enqueue, type NewDelivery } from './enqueue.ts';
import { openPayloads } from './payloads.ts';

/** The postbacks whose logs a batch of events changed. */
export type Reacted = { tenant: string; postback: string }[];

/** The projection has the name 'postbacks', and the checkpoints of both are in one table. */
export const REACTION = 'postback-deliveries';
export const REACTION_VERSION = 1;

/**
 * Consumes events of leads and postbacks. Writes one delivery per event and matching active postback, in the
 * transaction that moves the checkpoint. The events of both have one order: a lead change after the postback was
 * enabled is sent, an earlier one is not.
 */
export function postbackReaction(
  store: EventStore,
  committed: (reacted: Reacted) => void,
): Subscription<Reacted> {
  const tellings = openPayloads(store);
  const configurations = rememberedConfigurations();

  /** A failure clears the cache: the runner then applies other events in the same transaction. */
  async function apply(events: readonly RecordedEvent[], tx: Db): Promise<Reacted> {
    try {
      return await react(events, tx);
    } catch (error) {
      configurations.forget();
      throw error;
    }
  }

  async function react(events: readonly RecordedEvent[], tx: Db): Promise<Reacted> {
    const known = await configurations.read(tx, new Set(events.map(({ meta }) => meta.tenant)));
    const changed = new Map<string, Configuration>();
    const deliveries: NewDelivery[] = [];
    for (const event of events) {
      const ofTenant = known(event.meta.tenant);
      if (Object.hasOwn(postbackEvents, event.type)) {
        const after = configured(ofTenant.get(idOf(event.stream)) ?? null, event);
        ofTenant.set(after.postback, after);
        changed.set(after.postback, after);
        continue;
      }
      const listening = [...ofTenant.values()].filter(isActive);
      if (listening.length === 0) continue;
      if (!triggers.has(event.type)) tellings.pass(event);
      else deliveries.push(...(await toldTo(listening, event)));
    }
    await writeConfigurations(tx, [...changed.values()]);
    await enqueue(tx, deliveries);
    return [...deliveries, ...changed.values()].map(({ tenant, postback }) => ({ tenant, postback }));
  }

  async function toldTo(listening: readonly Configuration[], event: RecordedEvent): Promise<NewDelivery[]> {
    const told = await tellings.of(event);
    if (!told) return [];
    return listening.flatMap(({ tenant, postback, state }) => {
      if (state.phase !== 'present') return [];
      const trigger = heardAs(state.details, told.event, told.lead);
      if (trigger === null) return [];
      return [
        {
          tenant,
          postback,
          payload: { event: trigger, ...told.payload },
          tries: 1 + state.details.maxRetries,
        },
      ];
    });
  }

  return {
    name: REACTION,
    version: REACTION_VERSION,
    events: [...Object.keys(leadEvents), ...Object.keys(postbackEvents)],
    apply,
    committed: (reacted) => {
      configurations.stand();
      if (reacted.length > 0) committed(reacted);
    },
  };
}

const triggers: ReadonlySet<string> = new Set(triggeringTypes);

type OfTenant = Map<string, Configuration>;

/**
 * Caches configurations as the last committed batch left them; only this reaction writes them. The cache is cleared
 * after a batch that was not committed, and on a new connection, because another process may have led in between.
 */
function rememberedConfigurations() {
  let remembered = new Map<string, OfTenant>();
  let through: Db | null = null;
  let stands = false;

  return {
    stand: () => {
      stands = true;
    },
    forget: () => {
      remembered = new Map();
    },
    async read(tx: Db, tenants: ReadonlySet<string>): Promise<(tenant: string) => OfTenant> {
      if (!stands || through !== tx) remembered = new Map();
      [through, stands] = [tx, false];
      const missing = [...tenants].filter((tenant) => !remembered.has(tenant));
      if (missing.length > 0) {
        for (const tenant of missing) remembered.set(tenant, new Map());
        for (const each of await configurationsOf(tx, missing))
          remembered.get(each.tenant)?.set(each.postback, each);
      }
      return (tenant) => {
        const known = remembered.get(tenant) ?? new Map<string, Configuration>();
        remembered.set(tenant, known);
        return known;
      };
    },
  };
}
