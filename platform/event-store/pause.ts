/** @returns the pause before the next retry, in ms: doubles from 100 to 3,000 ms, with jitter so that retries spread */
export function pauseAfter(failures: number): number {
  const full = Math.min(3_000, 100 * 2 ** failures);
  return full * (0.5 + Math.random() / 2);
}
