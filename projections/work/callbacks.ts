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
    const callbacks = await callbacksOf(caller, db);
    const data = callbacks.map(
      ({ id, at, ...lead }): Callback => ({ _id: id, at: at.toISOString(), ...lead }),
    );
    return { kind: 'answer', data };
  },
});

/**
 * The promised calls of an operator ($2) of a tenant ($1), of open leads. A closed or deleted lead keeps its promise for its
 * return. Index work_leads_operator.
 */
const promisedCalls = `
  from work_leads w join leads l on l.tenant = w.tenant and l.id = w.id
 where w.tenant = $1 and w.operator_id = $2
   and w.is_open and l.status in ('processing', 'hold') and l.pending_request_id is null
   and (${isSkippedBy('$2')}) is not true`;

/** The caller's promised calls that are due and those of the next 24 hours: the first 50. */
export async function callbacksOf({ id, tenant }: SignedInCaller, db: Db) {
  const { rows } = await db.query<{ id: string; at: Date; orderId: string; fullName: string; phone: string }>(
    prepared(
      `select w.id, w.callback_at as at, l.order_id as "orderId", l.full_name as "fullName", l.phone
        ${promisedCalls} and w.callback_at < now() + interval '24 hours'
        order by w.callback_at, w.id limit 50`,
      [tenant, id],
    ),
  );
  return rows;
}

/**
 * The number of all promised calls of the caller that are due, without the leads that the caller has taken. A query of its
 * own, because it reads each of them: 2 ms for 1,000 of one operator, and 0.6 ms for the first 50. As a window of one query,
 * the two took 4 ms.
 */
export async function dueCallbacksOf({ id, tenant }: SignedInCaller, db: Db): Promise<number> {
  const { rows } = await db.query<{ due: number }>(
    prepared(
      `select count(*)::int as due
        ${promisedCalls} and w.callback_at <= now() and (w.taken_until > now()) is not true`,
      [tenant, id],
    ),
  );
  return rows[0]?.due ?? 0;
}
