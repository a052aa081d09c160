import { z } from 'zod';
import { type EventOf, event } from '../language/define.ts';

/** An operator's breaks. The leads that an operator takes are events of the leads (events/leads/lease.ts). */
export const workerEvents = {
  BreakStarted: event(z.object({})),
  BreakEnded: event(z.object({})),
};
export type WorkerEvent = EventOf<typeof workerEvents>;
