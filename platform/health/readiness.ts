import { Gauge } from 'prom-client';
import { pause } from '../failures/pause.ts';
import type { Log } from '../log/log.ts';

/** The health of one dependency of the process, such as Postgres or a read model. Reasons are one line. */
export type Health =
  | { kind: 'ok' }
  /** Requests are answered, but data is missing or old. */
  | { kind: 'degraded'; reason: string }
  /** Requests fail. */
  | { kind: 'unavailable'; reason: string };

/** The state of the whole process for /readyz. */
export type Readiness =
  | { status: 'ready' }
  | { status: 'degraded'; reason: string }
  /** The start is not finished: tables may be missing, so no call may run. */
  | { status: 'waiting'; reason: string }
  | { status: 'unavailable'; reason: string };

/** Checks one source. The promise must settle by itself; an exception means unavailable. */
export type Check = () => Promise<Health>;

/**
 * Pause between two runs of a check. With CHECK_LIMIT_MS, an outage is reported within 4 s, even without any answer.
 */
const CHECK_EVERY_MS = 1_000;
/** A check that takes longer counts as unavailable. It is not started again before it settles. */
const CHECK_LIMIT_MS = 3_000;

/**
 * A registry of named health sources. A source is either watched (its check runs once a second) or reports changes
 * itself. Reading the state does no work, so many requests to /readyz cause no query.
 */
export type ReadinessRegistry = {
  /** Sets the reason why the start waits, or null when the start is finished. */
  waitFor: (reason: string | null) => void;
  /** Resolves when the start is finished. */
  started: Promise<void>;
  /** Sets the health of a source and logs a change. For sources that know when they change. */
  report: (source: string, health: Health) => void;
  /** Runs a check once a second and reports its result, until the signal aborts. */
  watch: (source: string, check: Check) => void;
  /** The state of the whole process. */
  state: () => Readiness;
  /** The last known health of each source. */
  sources: () => ReadonlyMap<string, Health>;
};

/**
 * Opens a registry that waits for `waitingFor` until `waitFor(null)`.
 * @param options.signal ends all checks; from then on the process is unavailable, because it is stopping
 * @param options.everyMs,options.limitMs shorter times for tests
 */
export function openReadiness(options: {
  waitingFor: string;
  log: Log;
  signal: AbortSignal;
  everyMs?: number;
  limitMs?: number;
}): ReadinessRegistry {
  const { log, signal, everyMs = CHECK_EVERY_MS, limitMs = CHECK_LIMIT_MS } = options;
  let waitingFor: string | null = options.waitingFor;
  let finish = () => {};
  const started = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const sources = new Map<string, Health>();

  function report(source: string, health: Health): void {
    const before = sources.get(source) ?? { kind: 'ok' };
    sources.set(source, health);
    if (health.kind === before.kind) return;
    if (health.kind === 'ok') log.info({ source }, `${source}: available again`);
    else log.warn({ source, reason: health.reason }, `${source}: ${health.kind}`);
  }

  async function keepChecking(source: string, check: Check): Promise<void> {
    while (!signal.aborted) {
      const late = setTimeout(() => report(source, unavailable(`No answer within ${limitMs} ms`)), limitMs);
      const health = await check().catch((error: unknown) =>
        unavailable(error instanceof Error ? error.message : String(error)),
      );
      clearTimeout(late);
      if (!signal.aborted) report(source, health); // a stop closes connections under a running check
      await pause(everyMs, signal);
    }
  }

  return {
    waitFor: (reason) => {
      waitingFor = reason;
      if (reason === null) finish();
    },
    started,
    report,
    watch: (source, check) => void keepChecking(source, check),
    state: () => {
      if (signal.aborted) return { status: 'unavailable', reason: 'The process is stopping' };
      if (waitingFor !== null) return { status: 'waiting', reason: waitingFor };
      return overall(sources);
    },
    sources: () => sources,
  };
}

const unavailable = (reason: string): Health => ({ kind: 'unavailable', reason });

/** The worst state of all sources, with the reasons of every source in that state. */
function overall(sources: ReadonlyMap<string, Health>): Readiness {
  for (const kind of ['unavailable', 'degraded'] as const) {
    const reasons = [...sources].flatMap(([source, health]) =>
      health.kind === kind ? [`${source}: ${health.reason}`] : [],
    );
    if (reasons.length > 0) return { status: kind, reason: reasons.join('; ') };
  }
  return { status: 'ready' };
}

/** For /metrics: the last known health of each source: 1 in the series of its state, 0 in the others. */
export const healthGauge = ({ sources }: Pick<ReadinessRegistry, 'sources'>) =>
  new Gauge({
    name: 'health_source',
    help: 'Health of what this process needs: 1 for the state that each source is in',
    labelNames: ['source', 'state'],
    registers: [],
    collect() {
      this.reset();
      for (const [source, { kind }] of sources())
        for (const state of ['ok', 'degraded', 'unavailable'] as const)
          this.set({ source, state }, kind === state ? 1 : 0);
    },
  });
