import type { Pool } from 'pg';
import type { Claimed } from './claim.ts';

/** A partner that has failed for so long is not waited for any longer; its log can be sent again by hand. */
const PATIENCE = '3 days';
export const GIVEN_UP = `Not sent within ${PATIENCE}: the partner kept failing`;

/**
 * Claims what has waited too long behind an open circuit, so that it can be settled as failed. Answers a few hundred at
 * most; call it until it answers none.
 */
export async function claimForsaken(pool: Pool, lease: string): Promise<Claimed[]> {
  const { rows } = await pool.query<Omit<Claimed, 'lease'>>(
    `/* every tenant: one queue */
     with forsaken as (
       select q.delivery from postback_lanes l join postback_queue q using (postback)
       where l.paused_until is not null and q.lease is null and q.due_at < 'infinity'
         and q.enqueued_at < postback_clock() - interval '${PATIENCE}'
         and exists (select from postback_workers w where w.token = $1 for key share)
       limit 500
       for update of q skip locked
     )
     update postback_queue q set lease = $1 from forsaken where q.delivery = forsaken.delivery
     returning q.delivery, q.tenant, q.postback, q.lead, q.tries_left as tries, q.telling, 0 as revision,
       extract(epoch from postback_clock() - q.enqueued_at)::float8 * 1000 as waited`,
    [lease],
  );
  return rows.map((row) => ({ ...row, lease }));
}
