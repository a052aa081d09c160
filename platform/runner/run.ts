import type { Consumer, RunOptions } from './consumer.ts';
import { follow } from './follow.ts';
import { runAsLeader } from './run-as-leader.ts';

/** Runs one consumer until the signal aborts. One of the processes with the same consumer leads. */
export function run<R>(consumer: Consumer<R>, options: RunOptions): Promise<void> {
  return runAsLeader(consumer, options, (checkpoint, lost) => follow(consumer, checkpoint, lost, options));
}
