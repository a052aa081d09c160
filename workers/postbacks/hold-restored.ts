import type { ClientBase } from 'pg';

const REASON = 'Restored from a backup, maybe sent since: retry sends it';

/**
 * Ends all waiting deliveries as failed, after a backup was restored: the partner may have got them since the backup. An
 * admin sends them by a retry (`POST /postbacks/:id/retry`), under the same ids.
 * @returns their number
 */
export async function holdRestored(db: Pick<ClientBase, 'query'>): Promise<number> {
  const { rows } = await db.query<{ held: number }>(
    `/* every tenant: the whole database was restored */
     with waiting as (
       delete from postback_queue returning delivery, tenant, postback
     ), logged as (
       update postback_deliveries d
          set status = 'failed', reason = $1, next_attempt_at = null, finished_at = postback_clock()
         from waiting w where d.tenant = w.tenant and d.id = w.delivery
     ), lanes as (
       update postback_lanes l set sent = l.sent + w.n
         from (select postback, count(*) as n from waiting group by postback) w
        where l.postback = w.postback
     )
     select count(*)::int as held from waiting`,
    [REASON],
  );
  return rows[0]?.held ?? 0;
}
