import type { Position } from '@crm/platform/event-store/port.ts';
import { Counter, Gauge, type Metric } from 'prom-client';
import { numberOf } from './origin.ts';

/** For /metrics of the process that mirrors; other processes have the counters only. */
export type MirrorMetrics = {
  all: readonly Metric[];
  /** All in-sync replicas have the events up to a position; null when this process no longer mirrors. */
  reached: (position: Position | null, events: number) => void;
  failed: () => void;
};

/** The position is a number where positions have no gaps: with the event store on Postgres. */
export function mirrorMetrics(): MirrorMetrics {
  let position: Position | null = null;
  const events = new Counter({
    name: 'mirror_events_total',
    help: 'Events that all in-sync replicas of Kafka have, repeats included',
    registers: [],
  });
  const failures = new Counter({
    name: 'mirror_failures_total',
    help: 'Attempts to reach Kafka or to send events to it that failed',
    registers: [],
  });
  const mirrored = new Gauge({
    name: 'mirror_position',
    help: 'Position of the last event in the topic',
    registers: [],
    collect() {
      this.reset();
      const number = position === null ? null : numberOf(position);
      if (number !== null) this.set(number);
    },
  });
  return {
    all: [events, failures, mirrored],
    reached(now, count) {
      position = now;
      events.inc(count);
    },
    failed: () => failures.inc(),
  };
}
