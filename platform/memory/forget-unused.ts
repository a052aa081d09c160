/** An unused entry stays in memory for one to two of these periods: docs/erasure.md says at most ten minutes. */
const EVERY_MS = 5 * 60_000;

/** Regularly lets a cache of personal data forget the entries that were not used since the last call. */
export function forgetUnusedRegularly(cache: { forgetUnused: () => void }): void {
  setInterval(cache.forgetUnused, EVERY_MS).unref();
}
