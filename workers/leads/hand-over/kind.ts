import { refusals } from '@crm/contracts/refusals.ts';
import type { BatchCounts } from '@crm/events/batches/events.ts';
import { LeadId, UserId } from '@crm/events/ids.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import type { LeadCommand } from '@crm/events/leads/command.ts';
import type { OperatorRef } from '@crm/events/leads/events.ts';
import { HAND_OVER, HandOverTask } from '@crm/events/leads/hand-over.ts';
import { leadStream } from '@crm/events/streams.ts';
import {
  type AnyBatchKind,
  type BatchContext,
  type BatchProblem,
  batchKind,
} from '@crm/platform/batches/kind.ts';
import { pause } from '@crm/platform/failures/pause.ts';
import { createProgress, untilReached } from '@crm/platform/runner/progress.ts';
import { countOf, leadsAfter, type OwnedLead, type Owner } from '@crm/projections/leads/of-operator.ts';
import pLimit from 'p-limit';
import type { Pool } from 'pg';
import type { Stores } from '../bulk/each-chosen.ts';
import { mayStillAssign, stillActive } from './assigning.ts';

/**
 * The batch goes through the operator's leads by their number, again and again until it finds none. `pass` counts the
 * times, `after` is the last number of the current one. `handedOver` and `unassigned` count the changed leads.
 */
type Cursor = { pass: number; after: number; handedOver: number; unassigned: number };

/** Leads per step, and concurrent commands, as in a bulk action (../bulk/each-chosen.ts). */
const SLICE = 250;
const AT_ONCE = 32;
/** The pause before leads that arrived meanwhile are looked for again. */
const AGAIN_MS = 500;

const beginning = {
  cursor: { pass: 0, after: -1, handedOver: 0, unassigned: 0 },
  done: 0,
  counts: { successful: 0, skipped: 0, failed: 0 },
};

/**
 * Batch kind that hands the leads of an operator who left over to others in turns, or unassigns them. A lead that is
 * assigned to someone else meanwhile stays with them. The batch ends when the operator has no leads and nothing that
 * started before they left can assign one to them.
 */
export const handOver = (stores: Stores): AnyBatchKind =>
  batchKind<HandOverTask, Cursor>({
    kind: HAND_OVER,
    task: HandOverTask,
    async run(task, context) {
      const { pool, store } = stores;
      const owner = { tenant: context.tenant, operator: task.from.id };
      const progress = createProgress(pool);
      let { cursor, done, counts } = context.from ?? beginning;
      let total = context.total ?? 0;
      // Leads that could not be changed are not tried again, so that the batch ends.
      const failed = new Set<string>();
      for (;;) {
        const more = await mayStillAssign(pool, context);
        await untilReached(progress, ['leads'], await store.head(), context.signal);
        const isWhole = cursor.after < 0;
        const changedBefore = counts.successful;
        if (total === 0) total = await countOf(pool, owner);
        for await (const slice of slicesAfter(pool, owner, cursor.after)) {
          const tried = slice.filter(({ id }) => !failed.has(id));
          const operators = await stillActive(store, task.operators);
          const outcomes = await changeAll(tried, { task, operators, done, cursor, context });
          for (const [at, { id }] of tried.entries()) if (outcomes[at]?.outcome === 'failed') failed.add(id);
          const problems = problemsOf(tried, outcomes, done);
          done += tried.length;
          counts = added(counts, outcomes);
          cursor = cursorAfter(cursor, slice, { outcomes, isHandedOver: operators.length > 0 });
          total = Math.max(total, done);
          await context.step({ cursor, done, counts, total, problems });
        }
        if (isWhole && !more && counts.successful === changedBefore) break;
        cursor = { ...cursor, pass: cursor.pass + 1, after: -1 };
        await context.step({ cursor, done, counts, total });
        await pause(AGAIN_MS, context.signal);
        context.signal.throwIfAborted();
      }
      return { kind: 'done', result: { message: messageOf(task, cursor, counts) } };
    },
  });

async function* slicesAfter(pool: Pool, owner: Owner, from: number) {
  let after = from;
  for (;;) {
    const slice = await leadsAfter(pool, owner, after, SLICE);
    const last = slice.at(-1);
    if (!last) return;
    yield slice;
    after = last.number;
  }
}

function cursorAfter(
  cursor: Cursor,
  slice: readonly OwnedLead[],
  { outcomes, isHandedOver }: { outcomes: readonly Outcome[]; isHandedOver: boolean },
): Cursor {
  const changed = outcomes.filter((outcome) => outcome === null).length;
  return {
    ...cursor,
    after: slice.at(-1)?.number ?? cursor.after,
    handedOver: cursor.handedOver + (isHandedOver ? changed : 0),
    unassigned: cursor.unassigned + (isHandedOver ? 0 : changed),
  };
}

type Outcome = Pick<BatchProblem, 'outcome' | 'message'> | null;

async function changeAll(
  slice: readonly OwnedLead[],
  {
    task: { from, reason },
    operators,
    done,
    cursor,
    context,
  }: {
    task: HandOverTask;
    operators: readonly OperatorRef[];
    done: number;
    cursor: Cursor;
    context: BatchContext<Cursor>;
  },
): Promise<Outcome[]> {
  const limit = pLimit(AT_ONCE);
  return limit.map(slice, async ({ id }, at): Promise<Outcome> => {
    const operator = operators[(done + at) % operators.length];
    const change = { from: UserId.parse(from.id), reason };
    const command: LeadCommand = operator
      ? { type: 'AssignLead', operator, ...change }
      : { type: 'UnassignLead', ...change };
    const outcome = await context.perform(leads, {
      stream: leadStream(LeadId.parse(id)),
      // A lead that the operator gets again is another item.
      item: `${id} ${cursor.pass}`,
      command,
    });
    if (outcome.kind === 'executed')
      return outcome.events.length > 0 ? null : { outcome: 'skipped', message: 'Is so already' };
    const skipped = outcome.refusal === 'assigned-elsewhere' || outcome.refusal === 'lead-not-found';
    return { outcome: skipped ? 'skipped' : 'failed', message: refusals[outcome.refusal].message };
  });
}

/** @param done how many leads were done before the slice */
function problemsOf(slice: readonly OwnedLead[], outcomes: readonly Outcome[], done: number): BatchProblem[] {
  return slice.flatMap(({ id, orderId }, at) => {
    const outcome = outcomes[at];
    return outcome ? [{ n: done + at + 1, item: orderId, data: { leadId: id }, ...outcome }] : [];
  });
}

function added({ successful, skipped, failed }: BatchCounts, outcomes: readonly Outcome[]): BatchCounts {
  const as = (wanted: string) => outcomes.filter((each) => each?.outcome === wanted).length;
  return {
    successful: successful + outcomes.filter((each) => each === null).length,
    skipped: skipped + as('skipped'),
    failed: failed + as('failed'),
  };
}

const leadsText = (n: number) => `${n.toLocaleString('en-US')} ${n === 1 ? 'lead' : 'leads'}`;

function messageOf({ operators }: HandOverTask, cursor: Cursor, { skipped, failed }: BatchCounts): string {
  const { handedOver, unassigned } = cursor;
  const why = operators.length > 0 ? ', since no chosen operator is active any more' : '';
  return [
    ...(handedOver > 0 || unassigned === 0 ? [`${leadsText(handedOver)} handed over`] : []),
    ...(unassigned > 0 ? [`${leadsText(unassigned)} unassigned${why}`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(', ');
}
