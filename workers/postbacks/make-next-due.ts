import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { Settlement } from './settlement.ts';

/**
 * Makes the next delivery of each lead with an ended delivery due. A separate statement after the locks are held, so
 * that it sees deliveries that were enqueued in the meantime. Index postback_queue_turns.
 */
export async function makeNextDue(db: Db, ended: readonly Settlement[]): Promise<void> {
  if (ended.length === 0) return;
  await db.query({
    name: 'make next due',
    text: `
      update postback_queue q set due_at = '-infinity'
      from (
        select distinct (
          select n.delivery from postback_queue n
          where n.tenant = e.tenant and n.postback = e.postback and n.lead = e.lead order by n.n limit 1
        ) as delivery, e.tenant
        from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as e (postback, lead, tenant)
      ) next
      where q.tenant = next.tenant and q.delivery = next.delivery and q.due_at = 'infinity'`,
    values: [
      ended.map(({ claimed }) => claimed.postback),
      ended.map(({ claimed }) => claimed.lead),
      ended.map(({ claimed }) => claimed.tenant),
    ],
  });
}
