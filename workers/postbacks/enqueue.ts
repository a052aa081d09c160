import { derivedId } from '@crm/events/derived-ids.ts';
import type { DeliveryPayload } from '@crm/events/postbacks/values.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { lockCircuits } from './lock-circuits.ts';

/** One event for one postback. */
export type NewDelivery = {
  tenant: string;
  postback: string;
  payload: DeliveryPayload;
  /** Maximum number of attempts: 1 + maxRetries. */
  tries: number;
};

/** The same id for the same event and postback, so that a partner can recognise a repeated delivery. */
export const deliveryIdOf = (eventId: string, postback: string) => derivedId(eventId, postback);

/**
 * Enqueues deliveries in the given order, each behind the unfinished ones of its postback and lead. A known delivery
 * stays unchanged; with `again` (retry, backfill) a finished one is sent once more under the same id. Runs in the
 * caller's transaction and locks the postback_lanes rows until its end, so callers pass about a thousand at most.
 *
 * @returns the ids of the deliveries that were enqueued
 */
export async function enqueue(
  db: Db,
  deliveries: readonly NewDelivery[],
  { again = false }: { again?: boolean } = {},
): Promise<string[]> {
  if (deliveries.length === 0) return [];
  await lockCircuits(db, deliveries);
  if (again) await reopen(db, deliveries);
  const { rows } = await db.query<{ delivery: string }>({
    name: 'enqueue deliveries',
    text: `
      with given as (
        select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::int[],
          string_to_array($8, E'\\n'))
          with ordinality as given (delivery, tenant, postback, lead, event_id, event, tries, payload, n)
      ), entered as (
        insert into postback_deliveries as d
          (id, tenant, postback, lead, event_id, event, status, max_attempts, created_at)
        select delivery, tenant, postback, lead, event_id, event, 'pending', tries, postback_clock() from given order by n
        on conflict (id) do nothing
        returning id
      ), opened as (
        -- Those that were reopened above have no row in the queue, and one in the log that waits for it.
        select g.delivery from given g join postback_deliveries d on d.tenant = g.tenant and d.id = g.delivery
        where $9 and d.status = 'pending'
          and not exists (select from postback_queue q where q.tenant = g.tenant and q.delivery = g.delivery)
      ), put as (
        insert into postback_queue (delivery, tenant, postback, lead, due_at, enqueued_at, tries_left, telling)
        select g.delivery, g.tenant, g.postback, g.lead,
          case when row_number() over (partition by g.postback, g.lead order by g.n) > 1
            or exists (
              select from postback_queue q where q.tenant = g.tenant and q.postback = g.postback and q.lead = g.lead
            )
          then 'infinity' else '-infinity' end::timestamptz,
          postback_clock(), g.tries, g.payload::json
        from given g
        where g.delivery in (select id from entered union all select delivery from opened)
        order by g.n
        returning delivery
      )
      select delivery from put`,
    values: [
      deliveries.map(idOf),
      deliveries.map(({ tenant }) => tenant),
      deliveries.map(({ postback }) => postback),
      deliveries.map(({ payload }) => payload.lead.id),
      deliveries.map(({ payload }) => payload.eventId),
      deliveries.map(({ payload }) => payload.event),
      deliveries.map(({ tries }) => tries),
      deliveries.map(({ payload }) => JSON.stringify(payload)).join('\n'),
      again,
    ],
  });
  return rows.map(({ delivery }) => delivery);
}

export const idOf = ({ payload, postback }: NewDelivery) => deliveryIdOf(payload.eventId, postback);

/** Reopens finished deliveries and takes their results out of the counters of their postback. */
async function reopen(db: Db, deliveries: readonly NewDelivery[]): Promise<void> {
  await db.query(
    `with given as (
       select * from unnest($1::uuid[], $2::int[], $3::text[], $4::uuid[]) as given (id, tries, event, tenant)
     ), ended as (
       select d.id, d.tenant, d.postback, d.status from postback_deliveries d join given using (tenant, id)
       where d.status in ('success', 'failed', 'suppressed')
     ), opened as (
       update postback_deliveries d
       set status = 'pending', reason = null, event = g.event, max_attempts = d.attempts + g.tries, finished_at = null
       from given g join ended using (id) where d.tenant = g.tenant and d.id = g.id
     )
     update postback_lanes l set sent = l.sent - e.sent, success = l.success - e.success
     from (
       select tenant, postback, count(*) filter (where status <> 'suppressed') as sent,
         count(*) filter (where status = 'success') as success
       from ended group by tenant, postback
     ) e
     where l.tenant = e.tenant and l.postback = e.postback`,
    [
      deliveries.map(idOf),
      deliveries.map(({ tries }) => tries),
      deliveries.map(({ payload }) => payload.event),
      deliveries.map(({ tenant }) => tenant),
    ],
  );
}
