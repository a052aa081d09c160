import { programMetrics } from '@crm/platform/metrics/program-metrics.ts';
import { Counter, Histogram } from 'prom-client';
import { outcomeOf, type Settlement } from './settlement.ts';

const results = new Counter({
  name: 'postback_results_total',
  help: 'Recorded results of deliveries: success, retry (failed, is tried again), failed (given up), suppressed (not wanted any more) or held (not sent now, no attempt is used)',
  labelNames: ['outcome'],
  registers: [programMetrics],
});

const answerSeconds = new Histogram({
  name: 'postback_attempt_duration_seconds',
  help: 'From the start of a request to a partner to its answer, or until it was given up',
  labelNames: ['outcome'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [programMetrics],
});

const delaySeconds = new Histogram({
  name: 'postback_delivery_delay_seconds',
  help: 'From the time that a delivery was queued to its success, with all retries and pauses',
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600, 86_400],
  registers: [programMetrics],
});

/** Counts a recorded result for /metrics. */
export function countAttempt(settlement: Settlement): void {
  const outcome = outcomeOf(settlement);
  results.inc({ outcome });
  if (settlement.kind !== 'tried') return;
  answerSeconds.observe({ outcome }, settlement.attempt.ms / 1000);
  if (outcome === 'success') delaySeconds.observe((settlement.claimed.waited + settlement.attempt.ms) / 1000);
}
