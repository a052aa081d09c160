import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const RESOLUTION_MS = 5;
/** Others wait no longer than this for their turn: nothing to give way to. */
const CALM_MS = 5;
const LONGEST_MS = 250;

/**
 * Gives way to those who wait for an answer: a file has time. The longer others had to wait for their turn since the last
 * time, the longer the pause.
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
