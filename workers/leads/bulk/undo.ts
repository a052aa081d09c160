import { refusals } from '@crm/contracts/refusals.ts';
import { LeadId, type TenantId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import { LEAD_UNDO, LeadUndoTask } from '@crm/events/leads/bulk-batches.ts';
import type { LeadCommand } from '@crm/events/leads/command.ts';
import { createdAt, type OperatorRef } from '@crm/events/leads/events.ts';
import { latestRequestOf } from '@crm/events/leads/latest-request.ts';
import { isOpen } from '@crm/events/leads/open.ts';
import type { Lead, OpenLead } from '@crm/events/leads/state.ts';
import { decisionTime, type StatusChange, statusSetBy } from '@crm/events/leads/status-ages.ts';
import { leadStream } from '@crm/events/streams.ts';
import { type AnyBatchKind, type BatchContext, batchKind } from '@crm/platform/batches/kind.ts';
import { load } from '@crm/platform/commands/load.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { stillActive } from '../hand-over/assigning.ts';
import {
  type Cursor,
  eachChosen,
  type LeadOutcome,
  type LeftUnassigned,
  type Stores,
} from './each-chosen.ts';
import { changedBy, type LeadChange, laterChange } from './later-change.ts';

/** Whether an operator can still receive leads. */
type IsActive = (operator: OperatorRef) => Promise<boolean>;

/**
 * Batch kind that undoes another batch: restores each lead to its state before the batch, unless the lead has later
 * events. Any later event counts, also a comment, because a user may have acted on the lead's new state; events of a
 * batch that was undone do not count. Comments of the batch stay. A lead whose former operator has left is unassigned:
 * with that operator, it would be in no queue and not among the unassigned leads.
 */
export const leadUndo = (stores: Stores): AnyBatchKind =>
  batchKind<LeadUndoTask, Cursor>({
    kind: LEAD_UNDO,
    task: LeadUndoTask,
    async run({ undoes, chosen }, context) {
      const isActive = activeOperators(stores.store);
      const { successful, skipped, failed, unassigned } = await eachChosen(
        stores,
        context,
        chosen,
        ({ id }) => takeBack(stores.store, context, { id: LeadId.parse(id), undoes, isActive }),
      );
      const kept = skipped - unassigned;
      const parts = [
        `Undone: ${successful} ${successful === 1 ? 'lead is as it was' : 'leads are as they were'}`,
        ...(unassigned > 0 ? [`${unassigned} unassigned, since their operators have left`] : []),
        ...(kept > 0 ? [`${kept} kept, since they were changed later`] : []),
        ...(failed > 0 ? [`${failed} failed`] : []),
      ];
      return { kind: 'done', result: { message: parts.join(', ') } };
    },
  });

/**
 * Reads each operator once per run of the batch. A hand-over of an operator who leaves during the run waits for its end
 * (../hand-over/assigning.ts).
 */
function activeOperators(store: EventStore): IsActive {
  const known = new Map<string, Promise<boolean>>();
  return (operator) => {
    const isActive =
      known.get(operator.id) ?? stillActive(store, [operator]).then((active) => active.length > 0);
    known.set(operator.id, isActive);
    return isActive;
  };
}

/** Attempts per lead, if other events are appended between read and restore. */
const LOOKS = 5;

async function takeBack(
  store: EventStore,
  context: BatchContext<Cursor>,
  lead: { id: LeadId; undoes: string; isActive: IsActive },
): Promise<LeadOutcome> {
  const { id } = lead;
  for (let look = 1; look <= LOOKS; look += 1) {
    const plan = await planUndo(store, context, lead);
    if (plan.kind !== 'restorable') return plan.outcome;
    const outcome = await context.perform(leads, {
      stream: leadStream(id),
      item: id,
      command: plan.command,
      seenRevision: plan.revision,
    });
    if (outcome.kind === 'executed') return plan.outcome;
    if (outcome.refusal !== 'changed-meanwhile')
      return { outcome: 'failed', message: refusals[outcome.refusal].message };
  }
  return { outcome: 'skipped', message: 'Kept: it is being changed at this moment' };
}

type UndoPlan =
  | { kind: 'restorable'; command: LeadCommand; revision: number; outcome: LeadOutcome }
  | { kind: 'settled'; outcome: LeadOutcome };

/** Reads a lead's stream and decides whether it can be restored. */
async function planUndo(
  store: EventStore,
  { id: undo, tenant }: { id: string; tenant: TenantId },
  { id, undoes, isActive }: { id: LeadId; undoes: string; isActive: IsActive },
): Promise<UndoPlan> {
  const history = await load(store, leads.types, leadStream(id));
  const changes: LeadChange[] = history.recorded.flatMap((recorded, at) => {
    const event = history.events[at];
    return event ? { recorded, event } : [];
  });
  const first = changes.findIndex(({ recorded }) => recorded.meta.causationId === undoes);
  const born = bornAt(changes);
  if (history.tenant !== tenant || first < 0 || born === null) return { kind: 'settled', outcome: 'passed' };
  const before = fold(leads.decider, history.events.slice(0, first));
  if (before.phase !== 'open' || history.revision === 'none') return { kind: 'settled', outcome: 'passed' };
  // A run before a crash has restored this lead already.
  for (const { event, recorded } of changes)
    if (recorded.meta.causationId === undo && event.type === 'LeadRestored')
      return { kind: 'settled', outcome: leftUnassigned(before, event.data.operator) };

  const later = laterChange(changes.slice(first), undoes);
  if (later)
    return { kind: 'settled', outcome: { outcome: 'skipped', message: `Kept: ${changedBy(later)}` } };
  const { status, statusReason, pending } = before;
  const operator = await operatorAfter(before, fold(leads.decider, history.events), isActive);
  const to = { status, statusReason, operator, pending };
  return {
    kind: 'restorable',
    command: {
      type: 'RestoreLead',
      undoes,
      to,
      decidedAt: decisionTime(statusesOf(changes.slice(0, first))),
      createdAt: born,
      statuses: statusesOf(changes),
      latestRequest: latestRequestOf(changes.slice(0, first)),
    },
    revision: history.revision,
    outcome: leftUnassigned(before, operator),
  };
}

/**
 * The operator of a restored lead: the former one, unless they would get the lead back after they have left. A lead that
 * was unassigned, or taken from the pool, returns to the pool. If an operator has taken it from there and the restored
 * lead is open, that operator keeps it until the lease ends.
 */
async function operatorAfter(before: OpenLead, now: Lead, isActive: IsActive): Promise<OperatorRef | null> {
  const { operator, status } = before;
  if (operator === null || isFromPool(before))
    return now.phase === 'open' && isFromPool(now) && isOpen(status) ? now.operator : null;
  const keepsIt = now.phase === 'open' && now.operator?.id === operator.id;
  return keepsIt || (await isActive(operator)) ? operator : null;
}

const isFromPool = ({ lease }: OpenLead) => lease?.fromPool === true;

/** @param operator that of the restored lead */
function leftUnassigned(before: OpenLead, operator: OperatorRef | null): LeftUnassigned | null {
  if (!before.operator || operator || isFromPool(before)) return null;
  return {
    outcome: 'skipped',
    message: `Unassigned: ${before.operator.name} is no longer an active operator`,
    isUnassigned: true,
  };
}

/** When the lead was created: its first event, or a later one if it waited for a place under the lead limit. */
function bornAt(changes: readonly LeadChange[]): string | null {
  for (const { event, recorded } of changes)
    if (event.type === 'LeadCreated') return createdAt({ data: event.data, at: recorded.at }).toISOString();
  return null;
}

const statusesOf = (changes: readonly LeadChange[]): StatusChange[] =>
  changes.flatMap(({ event, recorded }) => {
    const to = statusSetBy(event);
    if (to === null) return [];
    const decidedAt = event.type === 'LeadRestored' ? event.data.decidedAt : undefined;
    return [{ to, at: recorded.at.toISOString(), ...(decidedAt && { decidedAt }) }];
  });
