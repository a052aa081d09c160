import type { Foundation } from '@crm/platform/start/foundation.ts';
import type { Metric } from 'prom-client';
import { mirrorMetrics } from './metrics.ts';
import { runMirror } from './mirror.ts';

/** The mirror of a process: its metrics, and its work until the process stops. */
export type Mirror = { metrics: readonly Metric[]; run: () => Promise<void> };

/** @returns null without KAFKA_BROKERS: then nothing is read, counted or connected */
export function openMirror(foundation: Foundation): Mirror | null {
  const { config, pools, leadership, storedEvents, readiness, log, stopping } = foundation;
  if (config.mirror.kind === 'none') return null;
  const { kafka } = config.mirror;
  const metrics = mirrorMetrics();
  return {
    metrics: metrics.all,
    run: () =>
      runMirror({
        kafka,
        pool: pools.projections,
        leadership,
        storedEvents,
        metrics,
        report: (health) => readiness.report('Kafka', health),
        log,
        signal: stopping.signal,
      }),
  };
}
