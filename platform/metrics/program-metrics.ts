import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * The counters and histograms of the whole program, each declared beside the code that it measures; /metrics has those
 * of the modules that the process loaded. Label values come from short lists in the code: a tenant's or a lead's id would
 * make a series per id, which fills the memory of this process and of Prometheus, and would show customers of one
 * another's existence.
 */
export const programMetrics = new Registry();

let isMeasured = false;

/**
 * Begins to measure memory, processor time, garbage collection and the delay of the event loop, once per process. The
 * last wakes the process a hundred times per second, and none of it ever ends.
 */
export function measureProcess(): void {
  if (isMeasured) return;
  isMeasured = true;
  collectDefaultMetrics({ register: programMetrics });
}
