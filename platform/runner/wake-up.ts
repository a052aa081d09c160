/** Wakes one loop that sleeps. A signal while the loop is awake ends its next sleep at once. */
export type WakeUp = {
  wake: () => void;
  /** Sleeps at most `ms`, and not beyond the abort of the signal. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Uses a plain timer, because loops sleep up to a hundred times per second. */
export function openWakeUp(): WakeUp {
  let isSignalled = false;
  let wake = () => {};
  return {
    wake() {
      isSignalled = true;
      wake();
    },
    async sleep(ms, signal) {
      if (!isSignalled && !signal.aborted) {
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
      isSignalled = false;
    },
  };
}
