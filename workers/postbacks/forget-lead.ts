import type { LeadId, TenantId } from '@crm/events/ids.ts';
import { ERASED } from '@crm/events/leads/erased.ts';
import { POSTBACK_BACKFILL, POSTBACK_RETRY } from '@crm/events/postbacks/batches.ts';
import { isAnyInUse } from '@crm/platform/batches/in-use.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import type { Pool } from 'pg';
import { lockCircuits } from './lock-circuits.ts';

const REASON = 'The personal data of the lead was erased';

/**
 * Suppresses the deliveries of a lead that wait, and removes requests and answers from the log of the others; their
 * results stay, which figures count. Index postback_deliveries_lead.
 * @returns what to wait for; null if nothing is being sent
 */
export async function forgetDeliveries(pool: Pool, tenant: TenantId, lead: LeadId): Promise<string | null> {
  // These batches read leads ahead, and add deliveries later. One that starts now reads the lead without its data.
  const isSendingPast = await isAnyInUse(pool, tenant, [POSTBACK_BACKFILL, POSTBACK_RETRY]);
  const isSending = await suppressAndEmpty(pool, tenant, lead);
  if (isSending) return 'A postback of the lead is being sent';
  return isSendingPast ? 'A batch is sending past events, maybe also those of the lead' : null;
}

/** @returns whether a postback of the lead is being sent */
async function suppressAndEmpty(pool: Pool, tenant: TenantId, lead: LeadId): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const { rows: postbacks } = await tx.query<{ postback: string }>(
      'select distinct postback from postback_deliveries where tenant = $1 and lead = $2',
      [tenant, lead],
    );
    if (postbacks.length === 0) return false;
    // As every writer of the queue and of the log.
    await lockCircuits(
      tx,
      postbacks.map(({ postback }) => ({ tenant, postback })),
    );
    await tx.query(
      `with waiting as (
         delete from postback_queue q
          where q.tenant = $1 and q.lead = $2 and q.lease is null
            and q.delivery in (select id from postback_deliveries where tenant = $1 and lead = $2)
         returning q.delivery
       )
       update postback_deliveries d
          set status = 'suppressed', reason = $3, next_attempt_at = null, finished_at = postback_clock()
         from waiting w where d.tenant = $1 and d.id = w.delivery`,
      [tenant, lead, REASON],
    );
    await tx.query(
      `update postback_deliveries set reason = $3
        where tenant = $1 and lead = $2 and status in ('failed', 'retry') and reason is not null`,
      [tenant, lead, ERASED],
    );
    await tx.query(
      `update postback_attempts a
          set url = $3, request_headers = '{}',
              request_body = case when a.request_body is not null then $3 end,
              response_headers = case when a.response_headers is not null then '{}'::json end,
              response_body = case when a.response_body is not null then $3 end,
              error = case when a.error is not null then $3 end
         from postback_deliveries d
        where d.tenant = $1 and d.lead = $2 and a.tenant = $1 and a.delivery = d.id`,
      [tenant, lead, ERASED],
    );
    const { rows } = await tx.query(
      `select from postback_queue q
        where q.tenant = $1 and q.delivery in (select id from postback_deliveries where tenant = $1 and lead = $2)
        limit 1`,
      [tenant, lead],
    );
    return rows.length > 0;
  });
}
