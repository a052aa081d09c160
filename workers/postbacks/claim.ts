import type { Telling } from '@crm/events/postbacks/values.ts';
import type { Pool } from 'pg';

/** A delivery that is this worker's to make until it is settled, or its lease is taken from it. */
export type Claimed = {
  delivery: string;
  tenant: string;
  postback: string;
  lead: string;
  /** This attempt included. */
  tries: number;
  /** Since it was put into the queue, in milliseconds. */
  waited: number;
  /** Of the configuration when it was claimed. */
  revision: number;
  telling: Telling;
  lease: string;
};

/** So many failures in a row open the circuit of a postback; see settle.ts. */
export const OPEN_AT = 5;

/**
 * Claims what may be sent now: for each postback at most its share of what is under way, oldest first, retries that
 * are due before all; over postbacks in turn, the one with the least under way first. Of a postback whose circuit is
 * open nothing; once its pause is over, one as a probe. Of one that was switched off everything, since that is settled
 * without sending. A worker whose lease was taken from it claims nothing.
 *
 * The rows are our own and not a job queue's (graphile-worker): order per postback and lead, shares, pauses and leases
 * that outlive a set clock are all one question to one table here, and a crashed worker's rows are free in seconds.
 */
export async function claim(
  pool: Pool,
  lease: string,
  options: { most: number; share: number; underWay: ReadonlyMap<string, number> },
): Promise<Claimed[]> {
  const { most, share, underWay } = options;
  const { rows } = await pool.query<Omit<Claimed, 'lease'>>({
    name: 'claim deliveries',
    text: `/* every tenant: one queue, postbacks in turn */
      with recursive waiting as (
        -- Each postback that something waits for, skipping from one to the next: index postback_queue_due.
        (select postback from postback_queue where lease is null and due_at < 'infinity' order by postback limit 1)
        union all
        select (
          select q.postback from postback_queue q
          where q.lease is null and q.due_at < 'infinity' and q.postback > w.postback
          order by q.postback limit 1
        )
        from waiting w where w.postback is not null
      ), clock as materialized (
        select postback_clock() as now
      ), lanes as materialized (
        select w.postback, c.revision, coalesce(u.busy, 0) as busy,
          case
            when not c.active then $3
            when l.paused_until > clock.now then 0
            when l.failures >= ${OPEN_AT} then 1 - coalesce(u.busy, 0)
            else $3 - coalesce(u.busy, 0)
          end as room
        from waiting w
        join postback_configurations c on c.postback = w.postback
        join postback_lanes l on l.postback = w.postback
        cross join clock
        left join unnest($4::uuid[], $5::int[]) as u (postback, busy) on u.postback = w.postback
        where w.postback is not null
      ), candidates as materialized (
        select d.delivery, lanes.revision, lanes.busy + row_number() over (partition by lanes.postback) as turn
        from lanes cross join lateral (
          (
            select q.delivery from postback_queue q
            where q.postback = lanes.postback and q.lease is null
              and q.due_at > '-infinity' and q.due_at <= (select now from clock)
            order by q.due_at limit greatest(lanes.room, 0)
          )
          union all
          (
            select q.delivery from postback_queue q
            where q.postback = lanes.postback and q.lease is null and q.due_at = '-infinity'
            order by q.n limit greatest(lanes.room, 0)
          )
          limit greatest(lanes.room, 0)
        ) d
        where lanes.room > 0
      ), picked as materialized (
        select q.delivery, c.revision from candidates c join postback_queue q on q.delivery = c.delivery
        where q.lease is null and exists (select from postback_workers w where w.token = $1 for key share)
        order by c.turn limit $2
        for update of q skip locked
      )
      update postback_queue q set lease = $1 from picked where q.delivery = picked.delivery
      returning q.delivery, q.tenant, q.postback, q.lead, q.tries_left as tries, q.telling, picked.revision,
        extract(epoch from postback_clock() - q.enqueued_at)::float8 * 1000 as waited`,
    values: [lease, most, share, [...underWay.keys()], [...underWay.values()]],
  });
  return rows.map((row) => ({ ...row, lease }));
}
