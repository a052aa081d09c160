/** Maximum burst, in seconds of leads. An unused bucket is full again after this time. */
const BURST = 10;
/** Maximum number of buckets, about 10 MB. A network needs a bucket only while it is not full. */
const MOST_NETWORKS = 50_000;

export type IngestLimit = {
  /**
   * Takes one lead for a network (`networkOf`).
   *
   * @param now of a monotonic clock, in ms: `performance.now()`
   * @returns 0 if it may pass, else the seconds to wait
   */
  take(network: string, now: number): number;
  /** Returns a lead that was taken and turned out not to count. */
  giveBack(network: string): void;
  /** The current number of buckets. */
  networks(): number;
};

type Bucket = { left: number; at: number };

/**
 * A token bucket per network: `perSecond` leads, with bursts of ten times that; 0 turns the limit off. While
 * MOST_NETWORKS networks have sent leads within the last 10 s, all further networks share one bucket, so that a flood
 * of networks refills no bucket early.
 */
export function ingestLimit(perSecond: number): IngestLimit {
  if (perSecond === 0) return { take: () => 0, giveBack: () => {}, networks: () => 0 };
  const full = perSecond * BURST;
  /** Ordered by the time of their last lead. */
  const buckets = new Map<string, Bucket>();
  let shared: Bucket = { left: full, at: 0 };

  /** Deletes full buckets: a new one would be equal. */
  function forgetFull(now: number): void {
    for (const [network, { at }] of buckets) {
      if (now - at < BURST * 1000) return;
      buckets.delete(network);
    }
  }

  return {
    take(network, now) {
      forgetFull(now);
      const own = buckets.get(network);
      const isShared = !own && buckets.size >= MOST_NETWORKS;
      const bucket = isShared ? shared : (own ?? { left: full, at: now });
      const left = Math.min(full, bucket.left + (Math.max(0, now - bucket.at) / 1000) * perSecond);
      const next = { left: left >= 1 ? left - 1 : left, at: now };
      buckets.delete(network);
      if (isShared) shared = next;
      else buckets.set(network, next);
      return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perSecond));
    },
    giveBack(network) {
      const bucket = buckets.get(network);
      if (bucket) bucket.left = Math.min(full, bucket.left + 1);
    },
    networks: () => buckets.size,
  };
}
