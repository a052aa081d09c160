import { decode } from '@crm/events/language/define.ts';
import { postbacks } from '@crm/events/postbacks/aggregate.ts';
import type { Postback } from '@crm/events/postbacks/decide.ts';
import { idOf } from '@crm/events/streams.ts';
import type { RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { NotYet } from '@crm/platform/runner/failure.ts';
import type { Pool } from 'pg';

/** A postback as the reaction has folded it, in its place among the leads' events. */
export type Configuration = PostbackOfTenant & { revision: number; state: Postback };

export type PostbackOfTenant = { tenant: string; postback: string };

export const isActive = ({ state }: Configuration) => state.phase === 'present' && state.isActive;

/** The configuration after one more of its events. Throws NotYet for what a newer program wrote. */
export function configured(before: Configuration | null, event: RecordedEvent): Configuration {
  const decoded = decode(postbacks.types, event);
  if (decoded.kind === 'newer') throw new NotYet(`${event.type} v${event.version} is of a newer program`);
  if (decoded.kind === 'foreign') throw new Error(`${event.type} is no event of a postback`);
  const { decider } = postbacks;
  return {
    postback: idOf(event.stream),
    tenant: event.meta.tenant,
    revision: event.revision,
    state: decider.evolve(before?.state ?? decider.initialState, decoded.event),
  };
}

/** All of some tenants; index postback_configurations_tenant. */
export async function configurationsOf(db: Db, tenants: readonly string[]): Promise<Configuration[]> {
  const { rows } = await db.query<Configuration>(
    'select postback, tenant, revision, state from postback_configurations where tenant = any($1::uuid[])',
    [tenants],
  );
  return rows;
}

/** Some, by their tenants and ids. */
export async function readConfigurations(
  db: Pool,
  asked: readonly PostbackOfTenant[],
): Promise<Configuration[]> {
  const { rows } = await db.query<Configuration>({
    name: 'postback configurations',
    text: `select c.postback, c.tenant, c.revision, c.state
             from unnest($1::uuid[], $2::uuid[]) asked (tenant, postback)
             join postback_configurations c on c.tenant = asked.tenant and c.postback = asked.postback`,
    values: [asked.map(({ tenant }) => tenant), asked.map(({ postback }) => postback)],
  });
  return rows;
}

/**
 * Writes what has changed. What waits for a postback that was switched off or deleted is due at once, so that its log
 * says soon that it was not sent.
 */
export async function writeConfigurations(db: Db, changed: readonly Configuration[]): Promise<void> {
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
  await db.query(
    `update postback_queue q set due_at = '-infinity'
     from unnest($1::uuid[], $2::uuid[]) off (tenant, postback)
     where q.tenant = off.tenant and q.postback = off.postback
       and q.lease is null and q.due_at > '-infinity' and q.due_at < 'infinity'`,
    [off.map(({ tenant }) => tenant), off.map(({ postback }) => postback)],
  );
}
