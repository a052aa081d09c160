import pLimit, { type LimitFunction } from 'p-limit';

/** Runs work one at a time per key; 'full' when `most` already wait for the key. */
export type Queues = <T>(key: string, work: () => Promise<T>) => Promise<T | 'full'>;

export function queuesOf({ most }: { most: number }): Queues {
  const queues = new Map<string, { run: LimitFunction; inside: number }>();
  return async (key, work) => {
    const queue = queues.get(key) ?? { run: pLimit(1), inside: 0 };
    if (queue.inside > most) return 'full';
    queues.set(key, queue);
    queue.inside += 1;
    try {
      return await queue.run(work);
    } finally {
      queue.inside -= 1;
      if (queue.inside === 0) queues.delete(key);
    }
  };
}
