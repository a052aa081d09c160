import { setTimeout as sleep } from 'node:timers/promises';

/** Wakes one loop that sleeps. Rung while nobody sleeps, it ends the next sleep at once. */
export function bell() {
  let rung = new AbortController();
  return {
    ring: () => rung.abort(),
    /** Sleeps so long at most, and not past the signal. */
    async sleep(ms: number, signal: AbortSignal): Promise<void> {
      const { signal: wake } = rung;
      if (!wake.aborted && !signal.aborted) {
        const ended = new AbortController();
        const end = () => ended.abort();
        wake.addEventListener('abort', end);
        signal.addEventListener('abort', end);
        await sleep(ms, undefined, { signal: ended.signal }).catch(() => {});
        wake.removeEventListener('abort', end);
        signal.removeEventListener('abort', end);
      }
      if (wake.aborted) rung = new AbortController();
    },
  };
}
export type Bell = ReturnType<typeof bell>;
