/** How long bursts may be, in seconds' worth of leads. */
const BURST = 10;
const MOST_NETWORKS = 50_000;

export type IngestLimit = {
  /** Takes one lead's worth for a network (`networkOf`) at a time (ms); 0 when it may pass, else seconds to wait. */
  take(network: string, now: number): number;
};

/** A token bucket per network: `perSecond` leads, bursts of ten times that; 0 is off. */
export function ingestLimit(perSecond: number): IngestLimit {
  if (perSecond === 0) return { take: () => 0 };
  const full = perSecond * BURST;
  const buckets = new Map<string, { left: number; at: number }>();

  return {
    take(network, now) {
      const bucket = buckets.get(network) ?? { left: full, at: now };
      const left = Math.min(full, bucket.left + ((now - bucket.at) / 1000) * perSecond);
      // Forgetting all is the lesser evil under a flood of networks: each has a full bucket once more.
      if (buckets.size >= MOST_NETWORKS) buckets.clear();
      buckets.set(network, { left: left >= 1 ? left - 1 : left, at: now });
      return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perSecond));
    },
  };
}
