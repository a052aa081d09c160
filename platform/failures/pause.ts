import { setTimeout as sleep } from 'node:timers/promises';

/** @returns the pause before the next try, in ms: doubles from 100 to 5,000, with jitter so that processes spread */
export const pauseAfter = (failures: number) =>
  Math.min(5_000, 100 * 2 ** failures) * (0.5 + Math.random() / 2);

/** Waits for `ms`, or until the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {}); // rejects only when aborted
}
