import type { Descriptions } from '../language/describe.ts';
import type { WorkerEvent } from './events.ts';

/** Each event of an operator at the work queue for people. */
export const workerDescriptions: Descriptions<WorkerEvent> = {
  BreakStarted: () => ({ text: 'Break started', changes: [] }),
  BreakEnded: () => ({ text: 'Break ended', changes: [] }),
};
