import { Gauge } from 'prom-client';
import { programMetrics } from './program-metrics.ts';

type Bounded = { size: () => number; limit: number };

const inEntries = new Map<string, Bounded>();
const inBytes = new Map<string, Bounded>();

/** Reports a bounded cache at /metrics. A process has one cache of a name; a later one replaces it. */
export const reportCache = (name: string, limit: number, size: () => number): void =>
  void inEntries.set(name, { limit, size });

/** The same for a cache whose limit is in bytes. */
export const reportCacheBytes = (name: string, limit: number, size: () => number): void =>
  void inBytes.set(name, { limit, size });

const gauge = (name: string, help: string, caches: Map<string, Bounded>, of: (cache: Bounded) => number) =>
  new Gauge({
    name,
    help,
    labelNames: ['cache'],
    registers: [programMetrics],
    collect() {
      for (const [cache, bounded] of caches) this.set({ cache }, of(bounded));
    },
  });

gauge('cache_entries', 'Entries in a bounded cache of this process', inEntries, ({ size }) => size());
gauge('cache_limit_entries', 'Maximum number of entries of a cache', inEntries, ({ limit }) => limit);
gauge('cache_bytes', 'Estimated memory of a bounded cache of this process', inBytes, ({ size }) => size());
gauge('cache_limit_bytes', 'Maximum memory of a cache', inBytes, ({ limit }) => limit);
