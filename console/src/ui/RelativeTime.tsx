import { useSyncExternalStore } from 'react';
import { formatDateTime, relativeTime } from '../format/date.ts';

/** The age of an instant, updated while shown; the title has the exact time. */
export function RelativeTime({ at }: { at: string }) {
  const now = useSyncExternalStore(everyMinute, currentMinute);
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {relativeTime(at, new Date(now))}
    </time>
  );
}

// One shared clock: a table shows hundreds of these.
const listeners = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;
let minute = Date.now();

function everyMinute(listener: () => void): () => void {
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

function currentMinute(): number {
  // Between two ticks the snapshot must stay the same, or React would render forever.
  if (Date.now() - minute > 30_000) minute = Date.now();
  return minute;
}
