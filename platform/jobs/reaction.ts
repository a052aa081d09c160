import type { RecordedEvent } from '../event-store/port.ts';
import type { Consumer, RunOptions } from '../runner/consumer.ts';
import type { ConsumerName } from '../runner/consumer-names.ts';
import { createProgress } from '../runner/progress.ts';
import { registerConsumer } from '../runner/register.ts';
import { run } from '../runner/run.ts';
import { causeOf } from './cause.ts';
import { type Enqueue, jobsToAdd } from './enqueue.ts';

/**
 * Turns events into jobs, which name their event as the cause. Each event is handled once: its jobs are added in the
 * transaction that moves the reaction's checkpoint. Events of an import are skipped. Slow or failing work belongs in the
 * job, because `handle` delays all later events.
 */
export type Reaction = {
  name: string;
  events: readonly string[];
  handle: (event: RecordedEvent, tools: { enqueue: Enqueue }) => void;
};

export function reaction(declared: Reaction & { name: ConsumerName }): Reaction {
  return declared;
}

/**
 * Runs a reaction until the signal aborts. A new reaction handles all events from the beginning of history, so its jobs
 * must change nothing where their work is done already.
 */
export async function runReaction(reaction: Reaction, options: Omit<RunOptions, 'progress'>): Promise<void> {
  const consumer = consumerOf(reaction);
  await registerConsumer(consumer, options);
  await run(consumer, { ...options, progress: createProgress(options.pool) });
}

function consumerOf({ name, events, handle }: Reaction): Consumer<void> {
  return {
    name,
    version: 1,
    events,
    skipsImported: events,
    apply: async (batch, tx) => {
      const { enqueue, add } = jobsToAdd();
      for (const event of batch) {
        const caused: Enqueue = (job, payload, options) =>
          enqueue(job, payload, { cause: causeOf(event), ...options });
        handle(event, { enqueue: caused });
      }
      await add(tx);
    },
  };
}
