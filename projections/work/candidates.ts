import { MOST_CANDIDATES } from '@crm/contracts/work/work.ts';
import type { TenantId } from '@crm/events/ids.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { both, countOf, drop, hasNumber, merge } from '../bits.ts';
import { filterValue } from '../leads/filter-values.ts';
import { bitsOf, readBitmaps } from '../leads/find/bitmaps.ts';
import { conditionsOf } from '../leads/find/filters.ts';
import { type FoundLeads, find } from '../leads/find/find.ts';
import { preparedNumbersBy, setFrom } from '../leads/find/number-sets.ts';
import { numbersOnPage } from '../leads/find/page.ts';
import { waitingLeads } from '../leads/find/waiting.ts';
import { ownLeadsOf, type VisibleLeads } from '../leads/visible-leads.ts';
import { isSkippedBy } from './leads.ts';

/** Lead numbers in the order of the queue, at most MOST_CANDIDATES, and how many there are in all. */
export type Candidates = { numbers: number[]; count: number };

type Operator = Parameters<typeof ownLeadsOf>[0];

/**
 * The caller's urgent leads, and then those not called yet, the oldest first. A lead that was called comes again when
 * it is overdue, or for its promised call. By the bitmap index of the leads list; index leads_created for the order.
 */
export async function ownCandidates(
  db: Db,
  caller: Operator,
): Promise<{ urgent: Candidates; fresh: Candidates }> {
  const { tenant } = caller;
  const [found, excluded] = await Promise.all([
    findWorkable(db, ownLeadsOf(caller)),
    ownExcluded(db, caller),
  ]);
  const { bits } = found;
  drop(bits, setFrom(excluded, bits));
  const { call, marked } = filterValue;
  const [bitmaps, overdue] = await Promise.all([
    readBitmaps(db, tenant, [call('no-comments'), call('no-call'), marked]),
    waitingLeads(db, { tenant, kind: 'overdue' }, bits),
  ]);
  const uncalled = bitsOf(bitmaps, call('no-comments'), bits);
  merge(uncalled, bitsOf(bitmaps, call('no-call'), bits));
  const urgent = both(uncalled, bitsOf(bitmaps, marked, bits));
  merge(urgent, overdue);
  const fresh = both(bits, uncalled);
  drop(fresh, urgent);
  const [oldestUrgent, oldestFresh] = await Promise.all([
    oldestOf({ ...found, bits: both(bits, urgent) }, db),
    oldestOf({ ...found, bits: fresh }, db),
  ]);
  return { urgent: oldestUrgent, fresh: oldestFresh };
}

/**
 * The unassigned leads of the tenant, without those that the caller skipped: those whose promised call is due, then the
 * oldest. A lead that is promised a later call waits for it, as an operator's own does.
 */
export async function unassignedCandidates(db: Db, { id, tenant }: Operator): Promise<Candidates> {
  const [found, skipped, due, later] = await Promise.all([
    findWorkable(db, { tenant, operator: null }, [filterValue.unassigned]),
    // Index work_leads_skipped; the leads by their primary key.
    preparedNumbersBy(
      db,
      `select l.number from work_leads w join leads l on l.tenant = $1 and l.id = w.id
        where w.tenant = $1 and w.skipped_until > now() and ${isSkippedBy('$2')}`,
      [tenant, id],
    ),
    promisedUnassigned(db, tenant, '<='),
    promisedUnassigned(db, tenant, '>'),
  ]);
  const { bits } = found;
  drop(bits, setFrom([...skipped, ...later], bits));
  const callbacks = due.filter((number) => hasNumber(bits, number));
  drop(bits, setFrom(callbacks, bits));
  const { numbers, count } = await oldestOf(found, db);
  return {
    numbers: [...callbacks, ...numbers].slice(0, MOST_CANDIDATES),
    count: callbacks.length + count,
  };
}

/** The unassigned leads whose promised call is due ('<=') or later, in the order of the calls. Index work_leads_operator. */
function promisedUnassigned(db: Db, tenant: TenantId, when: '<=' | '>'): Promise<number[]> {
  return preparedNumbersBy(
    db,
    `select l.number from work_leads w join leads l on l.tenant = $1 and l.id = w.id
      where w.tenant = $1 and w.operator_id is null and w.is_open and w.callback_at ${when} now()
      order by w.callback_at, w.id`,
    [tenant],
  );
}

/** Open leads that are not erased and have no request that waits for a decision. */
async function findWorkable(db: Db, reach: VisibleLeads, has: readonly string[] = []): Promise<FoundLeads> {
  const conditions = conditionsOf({ open: true }, reach);
  conditions.has.push(...has);
  conditions.hasNot.push(filterValue.pending, filterValue.erased);
  return find(conditions, db);
}

/** Leads that the caller has taken, promised to call or skipped. Indexes work_leads_operator, work_leads_skipped. */
function ownExcluded(db: Db, { id, tenant }: Operator): Promise<number[]> {
  return preparedNumbersBy(
    db,
    `select l.number
       from (
         select w.id from work_leads w
          where w.tenant = $1 and w.operator_id = $2 and w.is_open
            and (w.callback_at is not null or w.taken_until > now())
         union
         select w.id from work_leads w
          where w.tenant = $1 and w.skipped_until > now() and ${isSkippedBy('$2')}
       ) w join leads l on l.tenant = $1 and l.id = w.id`,
    [tenant, id],
  );
}

async function oldestOf(found: FoundLeads, db: Db): Promise<Candidates> {
  const count = countOf(found.bits);
  const page = { page: 1, limit: MOST_CANDIDATES, sortBy: 'createdAt', sortOrder: 'asc' } as const;
  return { count, numbers: await numbersOnPage({ ...found, total: count }, page, db, null) };
}
