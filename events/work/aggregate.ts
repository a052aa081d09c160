import { workerDecider } from './decide.ts';
import { workerEvents } from './events.ts';

/** An operator at the work queue. */
export const workers = { decider: workerDecider, types: workerEvents, isLookedUp: true };
