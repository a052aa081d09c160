import { refusals } from '@crm/contracts/refusals.ts';
import { LeadId, type TenantId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import type { LeadCommand } from '@crm/events/leads/command.ts';
import { createdAt } from '@crm/events/leads/events.ts';
import { type StatusChange, statusSetBy } from '@crm/events/leads/status-ages.ts';
import { leadStream } from '@crm/events/streams.ts';
import { type AnyBatchKind, type BatchContext, batchKind } from '@crm/platform/batches/kind.ts';
import { load } from '@crm/platform/commands/load.ts';
import { type EventStore, StoreUnavailable } from '@crm/platform/event-store/port.ts';
import { Chosen } from '@crm/platform/selections/chosen.ts';
import { z } from 'zod';
import { type Cursor, eachChosen, type LeadOutcome, type Stores } from './each-chosen.ts';
import { changedBy, type LeadChange, laterChange } from './later-change.ts';

const Task = z.object({ undoes: z.guid(), chosen: Chosen });

/**
 * Batch kind that undoes another batch: restores each lead to its state before the batch, unless the lead has later
 * events. Any later event counts, also a comment, because a user may have acted on the lead's new state; events of a
 * batch that was undone do not count. Comments of the batch stay.
 */
export const leadUndo = (stores: Stores): AnyBatchKind =>
  batchKind<z.infer<typeof Task>, Cursor>({
    kind: 'lead-undo',
    task: Task,
    async run({ undoes, chosen }, context) {
      const { successful, skipped, failed } = await eachChosen(stores, context, chosen, ({ id }) =>
        takeBack(stores.store, context, { id: LeadId.parse(id), undoes }),
      );
      const parts = [
        `Undone: ${successful} ${successful === 1 ? 'lead is as it was' : 'leads are as they were'}`,
        ...(skipped > 0 ? [`${skipped} kept, since they were changed later`] : []),
        ...(failed > 0 ? [`${failed} failed`] : []),
      ];
      return { kind: 'done', result: { message: parts.join(', ') } };
    },
  });

/** Attempts per lead, if other events are appended between read and restore. */
const LOOKS = 5;

async function takeBack(
  store: EventStore,
  context: BatchContext<Cursor>,
  { id, undoes }: { id: LeadId; undoes: string },
): Promise<LeadOutcome> {
  for (let look = 1; look <= LOOKS; look += 1) {
    const plan = await planUndo(store, context, id, undoes);
    if (plan.kind !== 'restorable') return plan.outcome;
    const outcome = await context.perform(leads, {
      stream: leadStream(id),
      item: id,
      command: plan.command,
      seenRevision: plan.revision,
    });
    if (outcome.kind === 'executed') return null;
    if (outcome.refusal === 'unavailable') throw new StoreUnavailable('A lead could not be asked');
    if (outcome.refusal !== 'changed-meanwhile')
      return { outcome: 'failed', message: refusals[outcome.refusal].message };
  }
  return { outcome: 'skipped', message: 'Kept: it is being changed at this moment' };
}

type UndoPlan =
  | { kind: 'restorable'; command: LeadCommand; revision: number }
  | { kind: 'settled'; outcome: LeadOutcome };

/** Reads a lead's stream and decides whether it can be restored. */
async function planUndo(
  store: EventStore,
  { id: undo, tenant }: { id: string; tenant: TenantId },
  id: LeadId,
  undoes: string,
): Promise<UndoPlan> {
  const history = await load(store, leads.types, leadStream(id));
  const changes: LeadChange[] = history.recorded.flatMap((recorded, at) => {
    const event = history.events[at];
    return event ? { recorded, event } : [];
  });
  const first = changes.findIndex(({ recorded }) => recorded.meta.causationId === undoes);
  const born = bornAt(changes);
  if (history.tenant !== tenant || first < 0 || born === null) return { kind: 'settled', outcome: 'passed' };
  // A run before a crash has restored this lead already.
  if (changes.some(({ recorded }) => recorded.meta.causationId === undo))
    return { kind: 'settled', outcome: null };

  const later = laterChange(changes.slice(first), undoes);
  if (later)
    return { kind: 'settled', outcome: { outcome: 'skipped', message: `Kept: ${changedBy(later)}` } };
  const before = fold(leads.decider, history.events.slice(0, first));
  if (before.phase !== 'open' || history.revision === 'none') return { kind: 'settled', outcome: 'passed' };
  const { status, statusReason, operator, pending } = before;
  const to = { status, statusReason, operator, pending };
  return {
    kind: 'restorable',
    command: { type: 'RestoreLead', undoes, to, createdAt: born, statuses: statusesOf(changes) },
    revision: history.revision,
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
    return to === null ? [] : [{ to, at: recorded.at.toISOString() }];
  });
