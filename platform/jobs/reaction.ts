import type { RecordedEvent } from '../event-store/port.ts';
import type { Consumer } from '../runner/consumer.ts';
import { type Enqueue, jobsToAdd } from './enqueue.ts';

/**
 * Turns events into jobs. Each event is handled once: its jobs are added in the transaction that moves the reaction's
 * checkpoint. Slow or failing work belongs in the job, because `handle` delays all later events.
 */
export type Reaction = {
  name: string;
  events: readonly string[];
  handle: (event: RecordedEvent, tools: { enqueue: Enqueue }) => void;
};

export function reaction(declared: Reaction): Reaction {
  return declared;
}

/** The reaction as a consumer for `run` of ../runner/run.ts. */
export function consumerOf({ name, events, handle }: Reaction): Consumer<void> {
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
