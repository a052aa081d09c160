import type { EventBatch, Position } from '../port.ts';
import { keptEvents } from './kept-events.ts';
import type { Subscribe } from './subscription.ts';
import { openWaiters } from './waiters.ts';

/** Events that are received at once. */
const RECEIVED = 1_000;
/** A consumer may hold up the others for this long while there is no room in the feed; then it leaves the feed. */
const SLOW_MS = 5_000;
/** How long a consumer waits for the feed to reach its position. At a start, positions differ by some events. */
const AHEAD_MS = 1_000;

export type Feed = {
  /** Lets a consumer read from a position on; null if the feed does not have the position within a second. */
  join(after: Position, signal: AbortSignal): Promise<FeedReader | null>;
  /** Whether a consumer can join at a position at once, and would not hold up the others: it is near the end, or alone. */
  isOpenAt(after: Position): boolean;
};

type FeedReader = {
  /** Waits for the next events, at most `limit`; null if the signal aborts, or the consumer was too slow for the feed. */
  next(limit: number): Promise<EventBatch | null>;
  leave(): void;
};

/** A consumer in the feed. It has the events up to `after`. For `heldUpMs` the others have waited for it. */
type Member = { after: Position; heldUpMs: number; signal: AbortSignal };

/**
 * Opens the one subscription that all consumers of a process share: each event is received and parsed once, not once for
 * each of thirty consumers. It begins where the first consumer does, and ends with the last one. The newest events are
 * kept. When they fill their room, the feed waits for the slowest consumer, so that consumers which begin together, as at
 * the first start, catch up together. Events are shared: never change them.
 *
 * @param closed ends the feed
 */
export function openFeed(
  subscribe: Subscribe,
  closed: AbortSignal,
  { slowMs = SLOW_MS, aheadMs = AHEAD_MS } = {},
): Feed {
  let running: ReturnType<typeof begin> | null = null;

  return {
    async join(after, signal) {
      if (signal.aborted || closed.aborted) return null;
      running ??= begin(subscribe, closed, after, slowMs);
      const joined = running;
      if (!joined.has(after)) await joined.reaches(after, signal, aheadMs);
      const member = joined.add(after, signal);
      if (!member) return null;
      return {
        next: (limit) => joined.next(member, limit),
        leave() {
          joined.remove(member);
          if (joined.hasEnded() && running === joined) running = null;
        },
      };
    },
    isOpenAt: (after) => running?.isNearEnd(after) ?? true,
  };
}

/** Begins to receive the events after a position; ends with the last consumer, or when `closed` aborts. */
function begin(subscribe: Subscribe, closed: AbortSignal, from: Position, slowMs: number) {
  const left = new AbortController();
  const ended = AbortSignal.any([closed, left.signal]);
  const members = new Set<Member>();
  const kept = keptEvents(from);
  /** The feed has been at the end of the log once. Before, all consumers catch up, and the slowest sets the pace. */
  let isLive = false;
  let failure: unknown = null;
  const arrivals = openWaiters();
  const progress = openWaiters();

  async function receive() {
    for await (const { events, upTo } of subscribe({ after: from, limit: RECEIVED, signal: ended })) {
      kept.add(events, upTo);
      isLive ||= events.length < RECEIVED;
      arrivals.wake();
      await room();
    }
  }

  /** Forgets the oldest events that all consumers have, and waits while too many are left. */
  async function room() {
    for (let hasWaited = false; ; hasWaited = true) {
      const slowest = slowestOf(members);
      kept.forget(slowest?.after ?? kept.last());
      if (ended.aborted || slowest === null || !kept.isFull()) {
        if (!hasWaited) for (const each of members) each.heldUpMs = 0;
        return;
      }
      const began = performance.now();
      if (slowest.heldUpMs >= slowMs) members.delete(slowest);
      else await progress.wait(ended, slowMs - slowest.heldUpMs);
      slowest.heldUpMs += performance.now() - began;
    }
  }

  receive().catch((error: unknown) => {
    failure = error; // a bug: the subscription repairs failures of the connection
    arrivals.wake();
  });

  return {
    has: kept.has,
    isNearEnd: kept.isNearEnd,
    hasEnded: () => ended.aborted,
    add(after: Position, signal: AbortSignal): Member | null {
      if (ended.aborted || !kept.has(after)) return null;
      const member = { after, heldUpMs: 0, signal: AbortSignal.any([signal, ended]) };
      members.add(member);
      return member;
    },
    remove(member: Member) {
      members.delete(member);
      progress.wake();
      if (members.size === 0) left.abort();
    },
    /** Waits until the feed is at a position, at most `ms`. */
    async reaches(after: Position, signal: AbortSignal, ms: number) {
      const until = performance.now() + ms;
      const gone = AbortSignal.any([signal, ended]);
      for (let rest = ms; kept.last() < after && rest > 0 && !gone.aborted; rest = until - performance.now())
        await arrivals.wait(gone, rest);
    },
    async next(member: Member, limit: number): Promise<EventBatch | null> {
      for (;;) {
        if (failure !== null) throw failure;
        if (member.signal.aborted || !members.has(member)) return null;
        const events = kept.after(member.after, limit);
        const newest = events.at(-1);
        if (newest) {
          member.after = newest.position;
          if (!isLive) member.heldUpMs = 0;
          progress.wake();
          return { events, upTo: newest.position };
        }
        await arrivals.wait(member.signal);
      }
    },
  };
}

const slowestOf = (members: ReadonlySet<Member>): Member | null =>
  [...members].reduce<Member | null>((a, b) => (a === null || b.after < a.after ? b : a), null);
