import { randomUUID } from 'node:crypto';
import type { LeadFilters } from '@crm/contracts/leads/read.ts';
import {
  freezeSelection,
  getSelection,
  leadsOfSelection,
  type Selection,
} from '@crm/contracts/leads/selections.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { currencies, fromMinor } from '@crm/events/language/money.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { CHUNK, idsAmong, selectionOf as storedSelection } from '@crm/platform/selections/selections.ts';
import { type Bits, bytesOf } from '../bits.ts';
import { query } from '../query.ts';
import type { Amounts } from './find/by-amount.ts';
import { conditionsOf } from './find/filters.ts';
import { find } from './find/find.ts';
import { numberCondition } from './find/number-condition.ts';
import { type Order, orderOf } from './find/page.ts';
import { totalValueOf, type Value } from './find/value.ts';
import { visibleTo } from './visible-leads.ts';

/**
 * The longest time of a statement that freezes leads: a million take 2 to 5 s of processor time. The console gives up after
 * 30 s without an answer.
 */
export const FREEZING_MS = 28_000;

/** Freezes the leads that the list would show the caller. */
export const selectionFreeze = query({
  endpoint: freezeSelection,
  policy: everyUser,
  reads: ['leads', 'tenants'],
  keeps: true,
  statementMs: FREEZING_MS,
  async run({ body, caller, signal }, db, { readBlocks }: Pick<Amounts, 'readBlocks'>) {
    const { id, total, value, bits } = await freeze(db, caller, body, { readBlocks, signal });
    const numbers = bytesOf(bits).toString('base64');
    return { kind: 'answer', data: { ...selectionOf(id, total, value), numbers } };
  },
});

/**
 * Stores the matching leads in the list's order (platform/selections): a million in one statement, so callers give their
 * transaction FREEZING_MS. The filter is not stored: a search may be the name of a customer who is erased later.
 */
export async function freeze(
  db: Db,
  caller: SignedInCaller,
  filters: LeadFilters & Order & { leadIds?: string[] | undefined },
  amounts: Amounts,
): Promise<{ id: string; total: number; value: Value; bits: Bits }> {
  const found = await find(conditionsOf(filters, visibleTo(caller)), db);
  const { condition, numbers } = numberCondition(found.bits);
  const value = await totalValueOf(found, db, amounts);
  const id = randomUUID();
  await db.query('insert into selections (id, tenant, user_id, total, value) values ($1, $2, $3, $4, $5)', [
    id,
    caller.tenant,
    caller.id,
    found.total,
    JSON.stringify(value),
  ]);
  await db.query(
    `insert into selection_chunks (tenant, selection, n, ids)
     select $1, $3, (place - 1) / ${CHUNK}, array_agg(id order by place)
       from (select id, row_number() over (order by ${orderOf(filters)}) as place
               from leads where tenant = $1 and ${condition}) l
      group by (place - 1) / ${CHUNK}`,
    [caller.tenant, numbers, id],
  );
  return { id, total: found.total, value, bits: found.bits };
}

/** Reads the caller's own selection by the primary key. */
export const selectionDetail = query({
  endpoint: getSelection,
  policy: everyUser,
  reads: [],
  async run({ params, caller }, db) {
    const { rows } = await db.query<{ total: number; value: Value }>(
      'select total, value from selections where id = $1 and tenant = $2 and user_id = $3',
      [params.id, caller.tenant, caller.id],
    );
    const [row] = rows;
    if (!row) return refused('selection-not-found');
    return { kind: 'answer', data: selectionOf(params.id, row.total, row.value) };
  },
});

/** Reads which leads the caller's own selection has. */
export const selectionLeads = query({
  endpoint: leadsOfSelection,
  policy: everyUser,
  reads: [],
  async run({ params: { id }, query: { leadIds }, caller: { tenant, id: user } }, db) {
    if (!(await storedSelection(db, id, { tenant, user }))) return refused('selection-not-found');
    const older = await notCreatedAfter(db, tenant, id, leadIds);
    return {
      kind: 'answer',
      data: { leadIds: older.length === 0 ? [] : await idsAmong(db, tenant, id, older) },
    };
  },
});

/**
 * Leaves out leads that were created after a selection, by the primary key: a list asks for each lead that arrives while all
 * are selected, and a search in the chunks takes long. Ten seconds, because the times are of two clocks with EventStoreDB.
 */
async function notCreatedAfter(
  db: Db,
  tenant: TenantId,
  selection: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from unnest($3::uuid[]) as asked (id)
     except
     select l.id from leads l join selections s on s.tenant = l.tenant
      where l.tenant = $1 and l.id = any($3) and s.id = $2 and l.created_at > s.created_at + interval '10 seconds'`,
    [tenant, selection, ids],
  );
  return rows.map(({ id }) => id);
}

function selectionOf(id: string, total: number, value: Value): Selection {
  const totalValue = currencies.flatMap((currency) => {
    const amount = value[currency];
    return amount === undefined ? [] : [{ currency, amount: fromMinor(amount) }];
  });
  return { _id: id, total, totalValue };
}
