import type { EventBatch, EventStore, Position } from '@crm/platform/event-store/port.ts';

/** Events that are read at once. While they are sent, as many are read ahead: this is the bound of what is in memory. */
export const READ = 1_000;

/** Reads a batch while the one before is sent. Leaving the loop ends a read that waits for new events. */
export async function* readAhead(
  store: Pick<EventStore, 'follow'>,
  after: Position,
  ended: AbortSignal,
): AsyncGenerator<EventBatch> {
  const left = new AbortController();
  const signal = AbortSignal.any([ended, left.signal]);
  const reader = store.follow({ after, limit: READ, signal })[Symbol.asyncIterator]();
  let next = reader.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = reader.next();
      next.catch(() => {}); // the next turn throws it
      yield value;
    }
  } finally {
    left.abort();
    await next.catch(() => {});
    await reader.return?.().catch(() => {});
  }
}
