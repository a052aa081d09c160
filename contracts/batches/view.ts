import type { BatchEvent } from '@crm/events/batches/events.ts';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import type { Batch } from './batches.ts';

/** A batch's event with its envelope data. */
type TimedBatchEvent = BatchEvent & { at: Date; meta: { actor: Actor } };

/** Folds one more event into the public view of a batch; null before the batch was started. */
export function batchAfter(id: string, batch: Batch | null, event: TimedBatchEvent): Batch | null {
  if (event.type === 'BatchStarted') return startedBatch(id, event);
  if (!batch) return null;
  switch (event.type) {
    case 'BatchProgressed':
      return {
        ...batch,
        ...event.data,
        state: 'running',
        startedAt: batch.startedAt ?? event.at.toISOString(),
      };
    case 'BatchPaused':
      return { ...batch, paused: true };
    case 'BatchResumed':
      return { ...batch, paused: false };
    case 'BatchCancelRequested':
      return { ...batch, cancelling: true };
    case 'BatchFinished': {
      const { outcome, ...end } = event.data;
      const finished = {
        state: outcome,
        paused: false,
        cancelling: false,
        finishedAt: event.at.toISOString(),
      };
      return { ...batch, ...end, ...finished };
    }
    case 'BatchUndoStarted':
      return { ...batch, undoneBy: event.data.undo };
    default:
      return event satisfies never;
  }
}

function startedBatch(
  id: string,
  { data, at, meta }: Extract<TimedBatchEvent, { type: 'BatchStarted' }>,
): Batch {
  const { kind, title, total, undoable, undoes } = data;
  const { actor } = meta;
  return {
    _id: id,
    kind,
    title,
    state: 'queued',
    paused: false,
    cancelling: false,
    done: 0,
    total,
    counts: { successful: 0, skipped: 0, failed: 0 },
    createdAt: at.toISOString(),
    createdBy:
      actor.kind === 'user' ? { _id: actor.id, fullName: actor.name } : { _id: null, fullName: 'System' },
    startedAt: null,
    finishedAt: null,
    result: null,
    message: null,
    undoable,
    undoes,
    undoneBy: null,
  };
}
