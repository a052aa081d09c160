import type { Log } from '../../log/log.ts';
import { outageLog } from '../../log/outage.ts';
import type { EventStore } from '../port.ts';
import { append, seenUpTo } from './append.ts';
import { openClient } from './client.ts';
import { openFeed } from './feed.ts';
import { follow } from './follow.ts';
import {
  available,
  existing,
  readAll,
  readBackwards,
  readHead,
  readStream,
  readStreams,
  readTime,
} from './read.ts';
import { type Subscribe, subscribed } from './subscription.ts';

/**
 * The event store on EventStoreDB or KurrentDB. It connects at the first use: an unavailable server shows in outcomes
 * and in the log, not here. Throws UrlWrong.
 *
 * `repeated` is derived from the position: an event at or before the last position that this process knew when it sent
 * the append existed before. If two processes send the same ids within the same second, both may get `repeated: false`;
 * the append is still written once.
 */
export function openEventStoreDb(url: string, log: Log | null): EventStore {
  const client = openClient(url);
  const closed = new AbortController();
  const logOutage = outageLog(log, 'Events cannot be appended');
  const head = () => readHead(client);
  const seen = seenUpTo(head);
  const subscribe: Subscribe = (options) => subscribed(client, seen, log, options);
  const feed = openFeed(subscribe, closed.signal);
  const inFlight = new Set<Promise<unknown>>();

  return {
    async append(request) {
      if (closed.signal.aborted) return { kind: 'unavailable', reason: 'This process is shutting down' };
      const appending = append(client, seen, request);
      inFlight.add(appending);
      const outcome = await appending.finally(() => inFlight.delete(appending));
      if (outcome.kind === 'unavailable' || outcome.kind === 'unknown')
        logOutage({ reason: outcome.reason, outcome: outcome.kind });
      return outcome;
    },
    async readStream(stream, options = {}) {
      const events = await readStream(client, stream, options);
      const last = events.at(-1);
      if (last) seen.note(last.position);
      return events;
    },
    readStreams: (parts) => readStreams(client, parts),
    readBackwards: (stream, options) => readBackwards(client, stream, options),
    existing: (streams) => existing(client, streams),
    readAll: (options) => readAll(client, options),
    head: () => available(head()),
    timeOf: (position, tenant) => readTime(client, position, tenant),
    follow: ({ signal, ...options }) =>
      follow(feed, subscribe, { ...options, signal: AbortSignal.any([signal, closed.signal]) }),
    async close() {
      closed.abort();
      await Promise.allSettled(inFlight);
      await client.close();
    },
  };
}
