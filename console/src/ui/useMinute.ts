import { useSyncExternalStore } from 'react';

/** The time in ms of less than a minute ago: the component renders again as it passes. */
export const useMinute = (): number => useSyncExternalStore(everyMinute, currentMinute);

// One shared clock: a table shows hundreds of times.
const listeners = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;
let minute = Date.now();

export function everyMinute(listener: () => void): () => void {
  listeners.add(listener);
  clock ??= setInterval(() => {
    minute = Date.now();
    for (const listener of listeners) listener();
  }, 30_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}

export function currentMinute(): number {
  // Between two ticks the snapshot must stay the same, or React would render forever.
  if (Date.now() - minute > 30_000) minute = Date.now();
  return minute;
}
