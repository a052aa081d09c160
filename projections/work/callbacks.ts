import { type Callback, listCallbacks } from '@crm/contracts/work/work.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { prepared } from '@crm/platform/postgres/prepared.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { query } from '../query.ts';
import { isSkippedBy } from './leads.ts';

/** Lists the caller's promised calls. */
export const ownCallbacks = query({
  endpoint: listCallbacks,
  policy: everyUser,
  reads: ['work', 'leads'],
  async run({ caller }, db) {
    const { callbacks } = await callbacksOf(caller, db);
    const data = callbacks.map(
      ({ id, at, due: _, ...lead }): Callback => ({ _id: id, at: at.toISOString(), ...lead }),
    );
    return { kind: 'answer', data };
  },
});

type DueCall = { id: string; at: Date; orderId: string; fullName: string; phone: string; due: number };

/**
 * The caller's promised calls of the next 24 hours, and those that are due, of open leads: the first 50, and how many are due
 * in all, without the leads that the caller has taken. A closed or deleted lead keeps its promise for its return. Index
 * work_leads_operator.
 */
export async function callbacksOf({ id, tenant }: SignedInCaller, db: Db) {
  const { rows } = await db.query<DueCall>(
    prepared(
      `select w.id, w.callback_at as at, l.order_id as "orderId", l.full_name as "fullName", l.phone,
              (count(*) filter (where w.callback_at <= now() and (w.taken_until > now()) is not true) over ())::int as due
         from work_leads w join leads l on l.tenant = w.tenant and l.id = w.id
        where w.tenant = $1 and w.operator_id = $2 and w.callback_at < now() + interval '24 hours'
          and w.is_open and l.status in ('processing', 'hold') and l.pending_request_id is null
          and (${isSkippedBy('$2')}) is not true
        order by w.callback_at, w.id limit 50`,
      [tenant, id],
    ),
  );
  return { callbacks: rows, due: rows[0]?.due ?? 0 };
}
