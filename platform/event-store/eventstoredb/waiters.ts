/** Promises that resolve at the next change of something. */
export function openWaiters() {
  let waiting: (() => void)[] = [];
  return {
    /** Resolves at the next call of `wake`, when the signal aborts, or after `ms`. */
    wait: (signal: AbortSignal, ms?: number) =>
      new Promise<void>((resolve) => {
        const go = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', go);
          resolve();
        };
        const timer = ms === undefined ? undefined : setTimeout(go, ms);
        signal.addEventListener('abort', go);
        waiting.push(go);
      }),
    wake() {
      const woken = waiting;
      waiting = [];
      for (const go of woken) go();
    },
  };
}
