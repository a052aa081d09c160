/** Wakes one loop that sleeps. Rung while nobody sleeps, it ends the next sleep at once. */
export type WakeUp = {
  wake: () => void;
  /** Sleeps so long at most, and not past the signal. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Made of a timer alone: it is slept on a hundred times a second. */
export function openWakeUp(): WakeUp {
  let rung = false;
  let wake = () => {};
  return {
    wake() {
      rung = true;
      wake();
    },
    async sleep(ms, signal) {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(end, ms);
          function end() {
            clearTimeout(timer);
            signal.removeEventListener('abort', end);
            wake = () => {};
            resolve();
          }
          wake = end;
          signal.addEventListener('abort', end);
        });
      }
      rung = false;
    },
  };
}
