import { Gauge } from 'prom-client';
import type { Log } from '../log/log.ts';
import { outageLog } from '../log/outage.ts';
import { programMetrics } from './program-metrics.ts';

/** A value with its labels. */
export type Sample = { labels?: Record<string, string>; value: number };

type Described<Name extends string> = Record<Name, { help: string; labelNames?: readonly string[] }>;

/** Several scrapers, or an impatient one, cause one read within this time. */
const FRESH_MS = 5_000;
/** A read that takes longer counts as failed, so that a scrape answers while Postgres is away. */
const LIMIT_MS = 2_000;

export type ScrapeOptions = { log: Pick<Log, 'warn'> | null; freshMs?: number; limitMs?: number };

/** Reads that have not ended. */
const running = new Set<Promise<unknown>>();

const readable = new Gauge({
  name: 'metrics_source_up',
  help: 'Whether the last read of this source for /metrics succeeded (1) or failed (0); after a failure, its gauges have no values',
  labelNames: ['source'],
  registers: [programMetrics],
  // The gauges of a process are collected before those of the program (../http/metrics.ts), so their reads have begun.
  async collect() {
    await Promise.all(running);
  },
});

/**
 * Gauges whose values come from one read, for example a query. It runs only while /metrics is asked, at most once in
 * FRESH_MS. When it fails or takes too long, these gauges have no values, `metrics_source_up` is 0, and the log has the
 * cause.
 *
 * @param source the name of the source in `metrics_source_up` and in the log
 */
export function gaugesAtScrape<Name extends string>(
  source: string,
  described: Described<Name>,
  read: () => Promise<Record<Name, readonly Sample[]>>,
  { log, freshMs = FRESH_MS, limitMs = LIMIT_MS }: ScrapeOptions,
): Gauge[] {
  const logFailure = outageLog(log, 'Figures for /metrics cannot be read');
  let known: Promise<Record<Name, readonly Sample[]> | null> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;

  function values() {
    if (known && performance.now() - readAt < freshMs) return known;
    readAt = performance.now();
    const reading = withinLimit(read, limitMs)
      .catch((error: unknown) => {
        logFailure({ source, err: error });
        return null;
      })
      .then((result) => {
        running.delete(reading);
        readable.set({ source }, result === null ? 0 : 1);
        return result;
      });
    running.add(reading);
    known = reading;
    return reading;
  }

  // A cast: Object.entries forgets the type of the keys.
  return (Object.entries(described) as [Name, Described<Name>[Name]][]).map(
    ([name, { help, labelNames = [] }]) =>
      new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers: [],
        async collect() {
          const result = await values();
          this.reset();
          if (result === null && labelNames.length === 0) this.remove(); // it would be 0
          if (result === null) return;
          for (const { labels = {}, value } of result[name]) this.set(labels, value);
        },
      }),
  );
}

/** The result. Throws when the work fails or takes longer than the limit. */
async function withinLimit<T>(work: () => Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The read took longer than ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
