import {
  MOST_CANDIDATES,
  QUEUED_SHOWN,
  type QueuedLead,
  type QueueReason,
  type WorkQueue,
  workQueue as workQueueCall,
} from '@crm/contracts/work/work.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { prepared } from '@crm/platform/postgres/prepared.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { latestComments } from '../leads/comments.ts';
import { leadOf, type NamedLeadRow, namedLead, namesOfLead } from '../leads/lead.ts';
import { query } from '../query.ts';
import { plainSettings } from '../tenants/settings.ts';
import { callbacksOf, dueCallbacksOf } from './callbacks.ts';
import { ownCandidates, unassignedCandidates } from './candidates.ts';

/** A lead of the queue before its row is read. */
type Place = { id: string; why: QueueReason; callbackAt: Date | null };

/**
 * The caller's work queue: taken leads, promised calls that are due, urgent leads, leads not called yet, and unassigned
 * leads where the tenant allows taking.
 */
export const workQueue = query({
  endpoint: workQueueCall,
  policy: everyUser,
  reads: ['leads', 'users', 'offers', 'tenants', 'work'],
  run: async ({ caller }, db) => ({ kind: 'answer', data: await queueOf(caller, db) }),
});

async function queueOf(caller: SignedInCaller, db: Db): Promise<WorkQueue> {
  const { takingAllowed } = await plainSettings(db, caller.tenant);
  const nothing = { numbers: [], count: 0 };
  const [isOnBreak, taken, callbacks, dueCallbacks, { urgent, fresh }, unassigned] = await Promise.all([
    isOnBreakOf(caller, db),
    takenBy(caller, db),
    callbacksOf(caller, db),
    dueCallbacksOf(caller, db),
    ownCandidates(db, caller),
    takingAllowed && caller.role === 'operator' ? unassignedCandidates(db, caller) : nothing,
  ]);
  const now = Date.now();
  const takenIds = new Set(taken.map(({ id }) => id));
  const due = callbacks.filter(({ at, id }) => at.getTime() <= now && !takenIds.has(id));
  const ids = await idsOf(db, caller.tenant, [...urgent.numbers, ...fresh.numbers, ...unassigned.numbers]);
  const placed = (numbers: readonly number[], why: QueueReason) =>
    numbers.flatMap((number): Place[] => {
      const id = ids.get(number);
      return id === undefined ? [] : [{ id, why, callbackAt: null }];
    });
  const [current, ...others] = taken;
  const own = [
    ...others.map(({ id, callback_at }): Place => ({ id, why: 'taken', callbackAt: callback_at })),
    ...due.map(({ id, at }): Place => ({ id, why: 'callback', callbackAt: at })),
    ...placed(urgent.numbers, 'urgent'),
    ...placed(fresh.numbers, 'new'),
  ];
  const candidates = [...own, ...placed(unassigned.numbers, 'unassigned')].slice(0, MOST_CANDIDATES);
  const currentPlace = current && {
    id: current.id,
    why: reasonOf(current.callback_at, now),
    callbackAt: current.callback_at,
  };
  const shown = await read(db, caller, [
    ...(currentPlace ? [currentPlace] : []),
    ...own.slice(0, QUEUED_SHOWN),
  ]);
  const currentLead = current && shown.find(({ lead }) => lead._id === current.id);
  return {
    isOnBreak,
    takingAllowed,
    current:
      current && currentLead ? { ...currentLead, takenUntil: current.taken_until.toISOString() } : null,
    next: shown.filter((each) => each !== currentLead),
    candidates: candidates.map(({ id }) => id),
    counts: {
      callbacks: dueCallbacks,
      urgent: urgent.count,
      new: fresh.count,
      unassigned: unassigned.count,
    },
  };
}

const reasonOf = (callbackAt: Date | null, now: number): QueueReason =>
  callbackAt && callbackAt.getTime() <= now ? 'callback' : 'taken';

/** By the primary key. */
async function isOnBreakOf({ id, tenant }: SignedInCaller, db: Db): Promise<boolean> {
  const { rows } = await db.query<{ state: string }>(
    prepared('select state from work_operators where tenant = $1 and id = $2', [tenant, id]),
  );
  return rows[0]?.state === 'break';
}

/** The caller's leases, the newest first. Index work_leads_operator. */
async function takenBy({ id, tenant }: SignedInCaller, db: Db) {
  const { rows } = await db.query<{ id: string; callback_at: Date | null; taken_until: Date }>(
    prepared(
      `select id, callback_at, taken_until from work_leads
        where tenant = $1 and operator_id = $2 and is_open and taken_by = $2 and taken_until > now()
        order by taken_at desc, id limit ${QUEUED_SHOWN}`,
      [tenant, id],
    ),
  );
  return rows;
}

/** The ids of leads by number. Index leads_number. */
async function idsOf(db: Db, tenant: string, numbers: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await db.query<{ id: string; number: number }>(
    prepared('select id, number from leads where tenant = $1 and number = any($2)', [tenant, numbers]),
  );
  return new Map(rows.map(({ id, number }) => [number, id]));
}

/** Reads the leads of these places, in their order, with their newest comments. By the primary key. */
async function read(db: Db, { tenant }: SignedInCaller, places: readonly Place[]): Promise<QueuedLead[]> {
  const values = [tenant, places.map(({ id }) => id)];
  const ids = 'select id from leads where tenant = $1 and id = any($2)';
  const [{ rows }, comments] = await Promise.all([
    db.query<NamedLeadRow>(
      prepared(
        `select ${namedLead} from leads l ${namesOfLead} where l.tenant = $1 and l.id = any($2)`,
        values,
      ),
    ),
    latestComments(db, ids, values),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return places.flatMap(({ id, why, callbackAt }) => {
    const row = byId.get(id);
    if (!row) return [];
    const lead = leadOf(row, comments.get(id) ?? []);
    return [{ lead, why, callbackAt: callbackAt?.toISOString() ?? null }];
  });
}
