import { accept, type Decider } from '../language/decider.ts';
import type { WorkerEvent } from './events.ts';

/** An operator at the work queue. On a break, the operator gets no lead. */
export type Worker = { isOnBreak: boolean };

export type WorkerCommand = { type: 'SetBreak'; isOnBreak: boolean };

export const workerDecider: Decider<Worker, WorkerCommand, WorkerEvent, never> = {
  initialState: { isOnBreak: false },
  evolve: (_, event) => ({ isOnBreak: event.type === 'BreakStarted' }),
  decide({ isOnBreak }, worker) {
    if (isOnBreak === worker.isOnBreak) return accept();
    return accept({ type: isOnBreak ? 'BreakStarted' : 'BreakEnded', data: {} });
  },
};
