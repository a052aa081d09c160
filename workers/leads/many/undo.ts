import { refusals } from '@crm/contracts/refusals.ts';
import { LeadId, type TenantId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import type { LeadCommand } from '@crm/events/leads/decide.ts';
import { createdAt } from '@crm/events/leads/events.ts';
import { leadStream } from '@crm/events/streams.ts';
import { type AnyBatchKind, type BatchContext, batchKind } from '@crm/platform/batches/kind.ts';
import { load } from '@crm/platform/commands/load.ts';
import { type EventStore, StoreUnavailable } from '@crm/platform/event-store/port.ts';
import { Chosen } from '@crm/platform/selections/chosen.ts';
import { z } from 'zod';
import { type Came, type Cursor, eachChosen, type Stores } from './each.ts';
import { type LeadChange, touchedBy, touchOf } from './touch.ts';

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
): Promise<Came> {
  for (let look = 1; look <= LOOKS; look += 1) {
    const standing = await standingOf(store, context, id, undoes);
    if (standing.kind !== 'restorable') return standing.came;
    const came = await context.perform(leads, {
      stream: leadStream(id),
      item: id,
      command: standing.command,
      seenRevision: standing.revision,
    });
    if (came.kind === 'executed') return null;
    if (came.refusal === 'unavailable') throw new StoreUnavailable('A lead could not be asked');
    if (came.refusal !== 'changed-meanwhile')
      return { outcome: 'failed', message: refusals[came.refusal].message };
  }
  return { outcome: 'skipped', message: 'Kept: it is being changed at this moment' };
}

type Standing =
  | { kind: 'restorable'; command: LeadCommand; revision: number }
  | { kind: 'settled'; came: Came };

/** Reads a lead's stream and decides whether it can be restored. */
async function standingOf(
  store: EventStore,
  { id: undo, tenant }: { id: string; tenant: TenantId },
  id: LeadId,
  undoes: string,
): Promise<Standing> {
  const history = await load(store, leads.types, leadStream(id));
  const told: LeadChange[] = history.recorded.flatMap((recorded, at) => {
    const event = history.events[at];
    return event ? { recorded, event } : [];
  });
  const first = told.findIndex(({ recorded }) => recorded.meta.causationId === undoes);
  const [created] = told;
  if (history.tenant !== tenant || first < 0 || created?.event.type !== 'LeadCreated')
    return { kind: 'settled', came: 'passed' };
  // A run before a crash has restored this lead already.
  if (told.some(({ recorded }) => recorded.meta.causationId === undo)) return { kind: 'settled', came: null };

  const touch = touchOf(told.slice(first), undoes);
  if (touch) return { kind: 'settled', came: { outcome: 'skipped', message: `Kept: ${touchedBy(touch)}` } };
  const before = fold(leads.decider, history.events.slice(0, first));
  if (before.phase !== 'open' || history.revision === 'none') return { kind: 'settled', came: 'passed' };
  const { status, statusReason, operator, pending } = before;
  const to = { status, statusReason, operator, pending };
  const born = createdAt({ data: created.event.data, at: created.recorded.at }).toISOString();
  return {
    kind: 'restorable',
    command: { type: 'RestoreLead', undoes, to, createdAt: born },
    revision: history.revision,
  };
}
