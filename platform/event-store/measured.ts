import { Counter, Histogram } from 'prom-client';
import type { Log } from '../log/log.ts';
import { programMetrics } from '../metrics/program-metrics.ts';
import { inSpan } from '../tracing/tracing.ts';
import type { Append, AppendOutcome, EventStore } from './port.ts';

const seconds = new Histogram({
  name: 'event_store_append_duration_seconds',
  help: 'From the call of an append to its outcome: the time in the queue of the group commit and in the store',
  labelNames: ['outcome'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  registers: [programMetrics],
});

const appended = new Counter({
  name: 'event_store_events_appended_total',
  help: 'Events that this process appended, without repeated appends',
  registers: [programMetrics],
});

/** Bound once: `observe` with labels checks and sorts them at each call. */
const observers: Record<AppendOutcome['kind'], { observe: (seconds: number) => void }> = {
  appended: seconds.labels('appended'),
  conflict: seconds.labels('conflict'),
  taken: seconds.labels('taken'),
  'too-large': seconds.labels('too-large'),
  unavailable: seconds.labels('unavailable'),
  unknown: seconds.labels('unknown'),
};

/** The same store with the duration of its appends at /metrics and, at level debug, a line per append in the log. */
export function measuredStore(store: EventStore, log: Log): EventStore {
  return {
    ...store,
    async append(append) {
      const startedAt = performance.now();
      const outcome = await inSpan(
        'append',
        { kind: 'internal', parent: append.events[0]?.meta.traceparent },
        () => store.append(append),
        ({ kind }) => ({ 'crm.outcome': kind, 'crm.events': append.events.length }),
      );
      observers[outcome.kind].observe((performance.now() - startedAt) / 1000);
      if (outcome.kind === 'appended' && !outcome.repeated) appended.inc(append.events.length);
      if (log.isLevelEnabled('debug')) log.debug(fieldsOf(append, outcome), 'append');
      return outcome;
    },
  };
}

function fieldsOf({ stream, events }: Append, { kind }: AppendOutcome) {
  const [first] = events;
  return {
    correlationId: first?.meta.correlationId,
    stream,
    types: events.map(({ type }) => type),
    outcome: kind,
  };
}
