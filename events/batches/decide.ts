import { accept, type Decider, type Decision, refuse } from '../language/decider.ts';
import type { BatchEvent } from './events.ts';
import { type Batch, evolve, type RunningBatch } from './state.ts';

type DataOf<T extends BatchEvent['type']> = Extract<BatchEvent, { type: T }>['data'];

export type BatchCommand =
  | ({ type: 'StartBatch' } & DataOf<'BatchStarted'>)
  /** `isFinal`: the work must be completed, so that a pause ends. */
  | ({ type: 'ReportProgress'; isFinal: boolean } & DataOf<'BatchProgressed'>)
  | { type: 'PauseBatch' }
  | { type: 'ResumeBatch' }
  | { type: 'CancelBatch' }
  | ({ type: 'FinishBatch' } & DataOf<'BatchFinished'>)
  | { type: 'UndoBatch'; undo: string };

export type BatchRefusal =
  | 'batch-exists'
  | 'batch-not-found'
  | 'batch-finished'
  | 'batch-running'
  | 'batch-not-undoable'
  | 'batch-undone';

export const batchDecider: Decider<Batch, BatchCommand, BatchEvent, BatchRefusal> = {
  initialState: { phase: 'none' },

  evolve,

  decide(command, batch): Decision<BatchEvent, BatchRefusal> {
    if (command.type === 'StartBatch') {
      if (batch.phase !== 'none') return refuse('batch-exists');
      const { type, ...data } = command;
      return accept({ type: 'BatchStarted', data });
    }
    if (batch.phase === 'none') return refuse('batch-not-found');
    if (command.type === 'UndoBatch') {
      if (!batch.undoable) return refuse('batch-not-undoable');
      if (batch.phase === 'running') return refuse('batch-running');
      if (batch.undo !== null) return refuse('batch-undone');
      return accept({ type: 'BatchUndoStarted', data: { undo: command.undo } });
    }
    if (batch.phase === 'finished') return refuse('batch-finished');
    return decideRunning(command, batch);
  },
};

function decideRunning(
  command: Exclude<BatchCommand, { type: 'StartBatch' | 'UndoBatch' }>,
  batch: RunningBatch,
): Decision<BatchEvent, BatchRefusal> {
  switch (command.type) {
    case 'ReportProgress': {
      const { type, isFinal, ...data } = command;
      const resumed: BatchEvent[] = batch.paused && isFinal ? [{ type: 'BatchResumed', data: {} }] : [];
      return accept(...resumed, { type: 'BatchProgressed', data });
    }
    case 'PauseBatch':
      return batch.paused ? accept() : accept({ type: 'BatchPaused', data: {} });
    case 'ResumeBatch':
      return batch.paused ? accept({ type: 'BatchResumed', data: {} }) : accept();
    case 'CancelBatch':
      return batch.cancelling ? accept() : accept({ type: 'BatchCancelRequested', data: {} });
    case 'FinishBatch': {
      const { type, ...data } = command;
      return accept({ type: 'BatchFinished', data });
    }
    default:
      return command satisfies never;
  }
}
