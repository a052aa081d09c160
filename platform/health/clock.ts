import type { Check } from './readiness.ts';

/** A smaller change is an ordinary correction (NTP). */
const JUMP_MS = 5_000;
/** How long a jump is shown. */
const SHOWN_MS = 60_000;

/**
 * Opens a check that this machine's clock runs evenly, by comparing it with the time since the process started. After a
 * jump it is degraded for a minute: sessions and links may end early, and retries and saved reports come earlier or later
 * than planned. Order, leases and delivery once do not depend on the clock.
 *
 * @param wall the time of day in ms
 * @param steady a time in ms that setting the clock does not change
 */
export function clockCheck(wall = Date.now, steady = () => performance.now()): Check {
  let difference = wall() - steady();
  let jump: { reason: string; shownUntil: number } | null = null;
  return async () => {
    const now = wall() - steady();
    const by = now - difference;
    difference = now;
    if (Math.abs(by) > JUMP_MS) {
      const seconds = Math.round(Math.abs(by) / 1000);
      jump = {
        reason: `It went ${by > 0 ? 'forward' : 'back'} by ${seconds} s: it was set, or the machine was suspended`,
        shownUntil: steady() + SHOWN_MS,
      };
    }
    return jump && steady() < jump.shownUntil ? { kind: 'degraded', reason: jump.reason } : { kind: 'ok' };
  };
}
