import { batchDecider } from './decide.ts';
import { batchEvents } from './events.ts';

export const batches = { decider: batchDecider, types: batchEvents };
