import { randomUUID } from 'node:crypto';
import type { DeliveryPayload } from '@crm/events/postbacks/values.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import type { Pool } from 'pg';

/** Identifies a claim on rows of the queue: the worker's lease and an id that is new for each claim. */
export type ClaimId = { lease: string; claim: string };

/** A delivery that this worker sends; the worker owns it until it is settled or the lease is lost. */
export type Claimed = ClaimId & {
  delivery: string;
  tenant: string;
  postback: string;
  lead: string;
  /** Remaining attempts, including this one. */
  tries: number;
  /** Milliseconds since the delivery was enqueued. */
  waited: number;
  /** Revision of the configuration at the time of the claim. */
  revision: number;
  payload: DeliveryPayload;
};

/** This number of consecutive failures opens the circuit of a postback; see write-settlements.ts. */
export const OPEN_AT = 5;

/**
 * Tables of a recursive query: `waiting` has the postbacks that something waits for, skipping from one to the next with
 * index postback_queue_due, and null at the end; `clock` has the time of the queue.
 */
export const waitingNow = `waiting as (
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
      )`;

/**
 * Claims the deliveries that may be sent now. Each postback gets at most its share of the running requests: due retries
 * first, then the oldest deliveries. Postbacks take turns; the one with the fewest running requests comes first. A
 * postback with an open circuit gets nothing; after its pause it gets one delivery as a probe. Deliveries of a disabled
 * postback are claimed despite an open circuit, because they are settled without a request. A worker that lost its lease
 * claims nothing.
 *
 * A postback offers no turn above `level`, the number of running requests of each if all had as many: with 200 postbacks,
 * 280 rows are compared instead of 4,680, in 7 instead of 43 ms. If some have fewer rows than that, the next claim takes
 * the rest.
 *
 * The queue is our own table and not a job queue (graphile-worker): one query decides order per postback and lead,
 * shares, pauses and leases that survive a clock change, and the rows of a crashed worker are free within seconds.
 */
export async function claim(
  pool: Pool,
  id: ClaimId,
  options: { most: number; share: number; inFlight: ReadonlyMap<string, number> },
): Promise<Claimed[]> {
  const { most, share, inFlight } = options;
  const { rows } = await pool.query<Omit<Claimed, keyof ClaimId>>({
    name: 'claim deliveries',
    text: `/* every tenant: one queue, postbacks in turn */
      with recursive ${waitingNow}, lanes as materialized (
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
      ), level as materialized (
        select ($2 + sum(busy)) / count(*) + 1 as turn from lanes where room > 0
      ), shares as materialized (
        select postback, revision, busy, least(room, level.turn - busy) as room
        from lanes, level where room > 0 and busy < level.turn
      ), candidates as materialized (
        select d.delivery, shares.revision, shares.busy + row_number() over (partition by shares.postback) as turn
        from shares cross join lateral (
          (
            select q.delivery from postback_queue q
            where q.postback = shares.postback and q.lease is null
              and q.due_at > '-infinity' and q.due_at <= (select now from clock)
              and q.due_at < 'infinity' /* follows from the line above; without it, Postgres does not use the index */
            order by q.due_at limit shares.room
          )
          union all
          (
            select q.delivery from postback_queue q
            where q.postback = shares.postback and q.lease is null and q.due_at = '-infinity'
            order by q.n limit shares.room
          )
          limit shares.room
        ) d
      ), picked as materialized (
        select q.delivery, c.revision from candidates c join postback_queue q on q.delivery = c.delivery
        where q.lease is null and exists (select from postback_workers w where w.token = $1 for key share)
        order by c.turn limit $2
        for update of q skip locked
      )
      update postback_queue q set lease = $1, claim = $6 from picked where q.delivery = picked.delivery
      returning q.delivery, q.tenant, q.postback, q.lead, q.tries_left as tries, q.telling as payload, picked.revision,
        extract(epoch from postback_clock() - q.enqueued_at)::float8 * 1000 as waited`,
    values: [id.lease, most, share, [...inFlight.keys()], [...inFlight.values()], id.claim],
  });
  return rows.map((row) => ({ ...row, ...id }));
}

/**
 * Runs claims one after the other. A failed claim may have been committed with its answer lost: its rows would stay
 * claimed until this worker ends, so they are released before the next claim.
 *
 * @returns a function that makes one claim under a lease; `work` claims rows and prepares them
 */
export function claimsOf(pool: Pool) {
  let failed: ClaimId | null = null;

  return async <T>(lease: string, work: (id: ClaimId) => Promise<T>): Promise<T> => {
    if (failed) await freeClaim(pool, failed);
    failed = { lease, claim: randomUUID() };
    const result = await work(failed);
    failed = null;
    return result;
  };
}

function freeClaim(pool: Pool, { lease, claim }: ClaimId): Promise<void> {
  return inTransaction(pool, async (db) => {
    // A claim that still runs in Postgres holds a lock on its worker's row: wait for it.
    await db.query('select from postback_workers where token = $1 for update', [lease]);
    await db.query(
      "/* every tenant: a claim is a worker's */ update postback_queue set lease = null where lease = $1 and claim = $2",
      [lease, claim],
    );
  });
}
