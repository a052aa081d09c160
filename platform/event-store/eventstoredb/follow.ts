import type { EventBatch, ReadAll } from '../port.ts';
import type { Feed } from './feed.ts';
import type { Subscribe } from './subscription.ts';

/**
 * The port's `follow`: reads from the feed that all consumers of the process share. A consumer whose position is not in
 * the feed has a subscription of its own until it is: one that catches up, or was too slow for the others.
 */
export async function* follow(
  feed: Feed,
  subscribe: Subscribe,
  { types, limit, signal, ...options }: ReadAll & { signal: AbortSignal },
): AsyncGenerator<EventBatch, void, void> {
  const wanted = types ? new Set(types) : null;
  const filtered = ({ events, upTo }: EventBatch): EventBatch => ({
    events: wanted ? events.filter(({ type }) => wanted.has(type)) : events,
    upTo,
  });
  let after = options.after;
  while (!signal.aborted) {
    const reader = await feed.join(after, signal);
    if (reader) {
      try {
        for (;;) {
          const batch = await reader.next(limit);
          if (!batch) break;
          after = batch.upTo;
          yield filtered(batch);
        }
      } finally {
        reader.leave();
      }
    } else {
      for await (const batch of subscribe({ after, limit, signal })) {
        after = batch.upTo;
        yield filtered(batch);
        if (feed.isOpenAt(after)) break;
      }
    }
  }
}
