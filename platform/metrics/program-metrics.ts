import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * The counters and histograms of the whole program, each declared beside the code that it measures; /metrics has those
 * of the modules that the process loaded. Label values come from short lists in the code: a tenant's or a lead's id would
 * make a series per id, which fills the memory of this process and of Prometheus, and would show customers of one
 * another's existence.
 */
export const programMetrics = new Registry();

let ofProcess: Registry | null = null;

/**
 * Memory, processor time, garbage collection and the delay of the event loop, measured from the first call on. The last
 * wakes the process a hundred times per second, and none of it ever ends.
 */
export function processMetrics(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  return ofProcess;
}
