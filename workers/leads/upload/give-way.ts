import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const RESOLUTION_MS = 5;
/** Event loop delay, in ms, up to which no pause is needed. */
const CALM_MS = 5;
const LONGEST_MS = 250;

/**
 * Lets requests run before the upload, which is not urgent. `pause` sleeps up to 250 ms: as long as the longest event
 * loop delay since the previous pause, minus 5 ms. `end` stops the measurement.
 */
export function givingWay(signal: AbortSignal) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  return {
    async pause(): Promise<void> {
      const waited = delay.max / 1e6 - RESOLUTION_MS;
      delay.reset();
      const ms = Math.min(LONGEST_MS, waited - CALM_MS);
      if (ms >= 1) await sleep(ms, null, { signal });
    },
    end: () => delay.disable(),
  };
}
