/** A wait is counted in this many parts. */
const PARTS = 10;

/**
 * Calls `onQuiet` once when nothing was heard for a time, in milliseconds. Only time in which this process runs counts: a stop
 * of any length counts as one part, so that the answers which came meanwhile are read first.
 */
export function whenQuiet(ms: number, onQuiet: () => void): { heard: () => void; stop: () => void } {
  let parts = 0;
  const timer = setInterval(() => {
    parts += 1;
    if (parts < PARTS) return;
    clearInterval(timer);
    onQuiet();
  }, ms / PARTS);
  return {
    heard: () => {
      parts = 0;
    },
    stop: () => clearInterval(timer),
  };
}
