import type { BatchEvent } from './events.ts';

export type Batch =
  | { phase: 'none' }
  | { phase: 'running'; paused: boolean; cancelling: boolean; undoable: boolean }
  | { phase: 'finished'; undoable: boolean; undo: string | null };

/** Applies an event to the state. */
export function evolve(batch: Batch, event: BatchEvent): Batch {
  if (event.type === 'BatchStarted')
    return { phase: 'running', paused: false, cancelling: false, undoable: event.data.undoable };
  switch (batch.phase) {
    case 'none':
      return batch;
    case 'running':
      return evolveRunning(batch, event);
    case 'finished':
      return event.type === 'BatchUndoStarted' ? { ...batch, undo: event.data.undo } : batch;
    default:
      return batch satisfies never;
  }
}

export type RunningBatch = Extract<Batch, { phase: 'running' }>;

function evolveRunning(batch: RunningBatch, event: Exclude<BatchEvent, { type: 'BatchStarted' }>): Batch {
  switch (event.type) {
    case 'BatchPaused':
      return { ...batch, paused: true };
    case 'BatchResumed':
      return { ...batch, paused: false };
    case 'BatchCancelRequested':
      return { ...batch, cancelling: true };
    case 'BatchFinished':
      return { phase: 'finished', undoable: batch.undoable, undo: null };
    case 'BatchProgressed':
    case 'BatchUndoStarted':
      return batch;
    default:
      return event satisfies never;
  }
}
