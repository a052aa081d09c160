import type { RecordedEvent } from '../event-store/port.ts';
import type { Subscription } from '../runner/subscription.ts';
import { type Enqueue, jobsToAdd } from './enqueue.ts';

/**
 * Events in, jobs out. Each event is handled once: the jobs are added in the transaction that moves the reaction's
 * checkpoint. What takes long or may fail belongs into the job, since `handle` holds up the events behind it.
 */
export type Reaction = {
  name: string;
  /** The event types it handles. */
  events: readonly string[];
  handle: (event: RecordedEvent, tools: { enqueue: Enqueue }) => void;
};

/** Declares a reaction. */
export function reaction(declared: Reaction): Reaction {
  return declared;
}

/** The reaction as a consumer of the event store, for `run` of ../runner/run.ts. */
export function consumerOf({ name, events, handle }: Reaction): Subscription<void> {
  return {
    name,
    version: 1,
    events,
    apply: async (batch, tx) => {
      const { enqueue, add } = jobsToAdd();
      for (const event of batch) handle(event, { enqueue });
      await add(tx);
    },
  };
}
