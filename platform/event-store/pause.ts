/** How long to wait after that many failures in a row: doubling from 100 ms to 3 s, with jitter so that many do not return at once. */
export function pauseAfter(failures: number): number {
  const full = Math.min(3_000, 100 * 2 ** failures);
  return full * (0.5 + Math.random() / 2);
}
