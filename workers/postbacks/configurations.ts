import { postbacks } from '@crm/events/postbacks/aggregate.ts';
import type { Postback } from '@crm/events/postbacks/state.ts';
import { idOf } from '@crm/events/streams.ts';
import type { RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { decodeEvent } from '@crm/platform/runner/decode-event.ts';
import type { Pool } from 'pg';
import { lockCircuits, type PostbackOfTenant } from './lock-circuits.ts';

/** A postback as the reaction has folded it, in order with the events of leads. */
export type Configuration = PostbackOfTenant & { revision: number; state: Postback };

export const isActive = ({ state }: Configuration) => state.phase === 'present' && state.isActive;

/** Applies an event of the postback. Throws NotYet for an event of a newer program version. */
export function configured(before: Configuration | null, event: RecordedEvent): Configuration {
  const { decider } = postbacks;
  return {
    postback: idOf(event.stream),
    tenant: event.meta.tenant,
    revision: event.revision,
    state: decider.evolve(before?.state ?? decider.initialState, decodeEvent(postbacks.types, event)),
  };
}

/** Reads all configurations of some tenants. Index postback_configurations_tenant. */
export async function configurationsOf(db: Db, tenants: readonly string[]): Promise<Configuration[]> {
  const { rows } = await db.query<Configuration>(
    'select postback, tenant, revision, state from postback_configurations where tenant = any($1::uuid[])',
    [tenants],
  );
  return rows;
}

export async function readConfigurations(
  db: Pool,
  postbacks: readonly PostbackOfTenant[],
): Promise<Configuration[]> {
  const { rows } = await db.query<Configuration>({
    name: 'postback configurations',
    text: `select c.postback, c.tenant, c.revision, c.state
             from unnest($1::uuid[], $2::uuid[]) asked (tenant, postback)
             join postback_configurations c on c.tenant = asked.tenant and c.postback = asked.postback`,
    values: [postbacks.map(({ tenant }) => tenant), postbacks.map(({ postback }) => postback)],
  });
  return rows;
}

/**
 * Stores changed configurations. Waiting deliveries of a disabled or deleted postback become due at once, so that the
 * log soon shows that they were suppressed.
 * @param others postbacks whose circuits the same transaction locks later: all are locked here in one order, and before rows
 * of the queue, so that it cannot deadlock with other writers of the queue
 */
export async function writeConfigurations(
  db: Db,
  changed: readonly Configuration[],
  others: readonly PostbackOfTenant[],
): Promise<void> {
  if (changed.length === 0) return;
  await db.query(
    `with given as (
       select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::json[], $5::bool[])
         as given (postback, tenant, revision, state, active)
     ), lanes as (
       insert into postback_lanes (postback, tenant) select postback, tenant from given on conflict do nothing
     )
     insert into postback_configurations (postback, tenant, revision, state, active)
     select postback, tenant, revision, state, active from given
     on conflict (postback) do update
       set revision = excluded.revision, state = excluded.state, active = excluded.active
       where postback_configurations.tenant = excluded.tenant`,
    [
      changed.map(({ postback }) => postback),
      changed.map(({ tenant }) => tenant),
      changed.map(({ revision }) => revision),
      changed.map(({ state }) => JSON.stringify(state)),
      changed.map(isActive),
    ],
  );
  const off = changed.filter((configuration) => !isActive(configuration));
  if (off.length === 0) return;
  await lockCircuits(db, [...off, ...others]);
  await db.query(
    `update postback_queue q set due_at = '-infinity'
     from unnest($1::uuid[], $2::uuid[]) off (tenant, postback)
     where q.tenant = off.tenant and q.postback = off.postback
       and q.lease is null and q.due_at > '-infinity' and q.due_at < 'infinity'`,
    [off.map(({ tenant }) => tenant), off.map(({ postback }) => postback)],
  );
}
