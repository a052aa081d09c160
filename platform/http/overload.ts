import { type Refused, type Result, refused } from './result.ts';

/** So many posts may always wait: a short burst, or one that hangs, refuses no others. */
const ALWAYS = 100;
/** The most posts that wait: the product answers them in 0.1 s at the 2,555 leads/s of bench/README.md. */
const MOST = 250;
/**
 * While the oldest post waits longer, further ones are refused. At twice the capacity, the last post before that waits
 * twice as long. Half of it changes nothing that can be measured: a p99 of 265 ms, where 50 ms gave 249 to 335.
 */
const LONGEST_WAIT_MS = 50;
/** Senders get 1 to so many seconds in Retry-After by turns, so that they do not return together. */
const MOST_RETRY_SECONDS = 5;

export type OverloadLimit = {
  /** Returns the refusal 'overloaded' if another post would wait too long, else null. */
  refusal(): Refused | null;
  /** Carries out a post that has arrived, or refuses it with 'overloaded'. */
  carryOut(post: () => Promise<Result>): Promise<Result>;
};

/**
 * Limits the wait of partners' posts: above the capacity, posts are refused at once instead of queueing for ever longer,
 * which would make the requests of users wait, too. The capacity depends on the machine, so the age of the oldest post
 * decides, as in CoDel; the number is the limit for bursts. Each process has its own.
 */
export function openOverloadLimit(now: () => number = () => performance.now()): OverloadLimit {
  /** In the order of their begin. */
  const waiting = new Set<{ since: number }>();
  let refusals = 0;

  function isFull(): boolean {
    if (waiting.size < ALWAYS) return false;
    if (waiting.size >= MOST) return true;
    const [oldest] = waiting;
    return oldest !== undefined && now() - oldest.since > LONGEST_WAIT_MS;
  }

  function refusal(): Refused | null {
    if (!isFull()) return null;
    refusals += 1;
    return refused('overloaded', { retryAfter: 1 + (refusals % MOST_RETRY_SECONDS) });
  }

  return {
    refusal,
    async carryOut(post) {
      // It may be full since the headers of this post arrived.
      const refusedNow = refusal();
      if (refusedNow) return refusedNow;
      const own = { since: now() };
      waiting.add(own);
      try {
        return await post();
      } finally {
        waiting.delete(own);
      }
    },
  };
}
