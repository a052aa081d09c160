import { pause } from '@crm/platform/failures/pause.ts';
import type { Log } from '@crm/platform/log/log.ts';
import { outageLog } from '@crm/platform/log/outage.ts';
import type { Pool } from 'pg';
import { type Claimed, type ClaimId, claimsOf } from './claim.ts';
import type { Lease } from './lease.ts';
import type { Recorder } from './record.ts';

/**
 * A delivery expires after this time in the queue if the circuit of its postback is open. It can be sent again by hand.
 */
const EXPIRES_AFTER = '3 days';
const REASON = `Not sent within ${EXPIRES_AFTER}: the partner kept failing`;
const CHECK_EVERY_MS = 10 * 60_000;
/** The recorder writes as many results in one transaction. */
const MOST_AT_ONCE = 250;

/**
 * Settles expired deliveries as failed until the signal aborts. One partner may have hundreds of thousands: the next
 * batch is claimed only when the recorder has room for it.
 */
export async function giveUpExpired(options: {
  pool: Pool;
  lease: Pick<Lease, 'token'>;
  recorder: Pick<Recorder, 'record' | 'waitForRoom'>;
  log: Log;
  signal: AbortSignal;
  checkEveryMs?: number;
}): Promise<void> {
  const { pool, lease, recorder, log, signal, checkEveryMs = CHECK_EVERY_MS } = options;
  const claimOf = claimsOf(pool);
  const logFailure = outageLog(log, 'Expired deliveries could not be claimed; trying again later');

  /** Claims and records one batch. @returns the number of deliveries in it */
  async function giveUpSome(): Promise<number> {
    await recorder.waitForRoom(signal);
    const token = lease.token();
    if (token === null || signal.aborted) return 0;
    const expired = await claimOf(token, (id) => claimExpired(pool, id));
    for (const claimed of expired)
      recorder.record({ claimed, kind: 'unsent', status: 'failed', reason: REASON });
    return expired.length;
  }

  while (!signal.aborted) {
    await pause(checkEveryMs, signal);
    try {
      while ((await giveUpSome()) > 0);
    } catch (error) {
      if (!signal.aborted) logFailure({ err: error });
    }
  }
}

/** Claims expired deliveries, at most 250. */
export async function claimExpired(pool: Pool, id: ClaimId): Promise<Claimed[]> {
  const { rows } = await pool.query<Omit<Claimed, keyof ClaimId>>(
    `/* every tenant: one queue */
     with expired as (
       select q.delivery from postback_lanes l join postback_queue q using (postback)
       where l.paused_until is not null and q.lease is null and q.due_at < 'infinity'
         and q.enqueued_at < postback_clock() - interval '${EXPIRES_AFTER}'
         and exists (select from postback_workers w where w.token = $1 for key share)
       limit ${MOST_AT_ONCE}
       for update of q skip locked
     )
     update postback_queue q set lease = $1, claim = $2 from expired where q.delivery = expired.delivery
     returning q.delivery, q.tenant, q.postback, q.lead, q.tries_left as tries, q.telling as payload, 0 as revision,
       extract(epoch from postback_clock() - q.enqueued_at)::float8 * 1000 as waited`,
    [id.lease, id.claim],
  );
  return rows.map((row) => ({ ...row, ...id }));
}
