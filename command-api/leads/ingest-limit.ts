/** How long bursts may be, in seconds' worth of leads. A bucket that rests so long is full again. */
const BURST = 10;
/** Buckets held at once, about 10 MB. A network needs one only while its bucket is not full. */
const MOST_NETWORKS = 50_000;

export type IngestLimit = {
  /** Takes one lead's worth for a network (`networkOf`) at a time (ms); 0 when it may pass, else seconds to wait. */
  take(network: string, now: number): number;
  /** How many networks have a bucket now. */
  networks(): number;
};

type Bucket = { left: number; at: number };

/**
 * A token bucket per network: `perSecond` leads, bursts of ten times that; 0 is off. While MOST_NETWORKS networks have
 * sent leads within the last 10 s, all further ones share one bucket: no flood of networks refills anybody's.
 */
export function ingestLimit(perSecond: number): IngestLimit {
  if (perSecond === 0) return { take: () => 0, networks: () => 0 };
  const full = perSecond * BURST;
  /** In the order of their last lead. */
  const buckets = new Map<string, Bucket>();
  let shared: Bucket = { left: full, at: 0 };

  /** Forgets the buckets that are full again: a new one would be the same. */
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
      const left = Math.min(full, bucket.left + ((now - bucket.at) / 1000) * perSecond);
      const next = { left: left >= 1 ? left - 1 : left, at: now };
      buckets.delete(network);
      if (isShared) shared = next;
      else buckets.set(network, next);
      return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perSecond));
    },
    networks: () => buckets.size,
  };
}
