/** The output of a bench; figures that do not apply are absent. */
export type Figures = {
  value: number;
  unit: string;
  /** The raw baseline of the same run, in the same unit. */
  floor?: number;
  ratio?: number;
  p50_ms?: number;
  p95_ms?: number;
  p99_ms?: number;
  rss_mb?: number;
};

export const rounded = (value: number, digits = 1) => Number(value.toFixed(digits));

/** The 50th, 95th and 99th percentile of times in milliseconds. */
export function percentiles(times: readonly number[]): { p50_ms: number; p95_ms: number; p99_ms: number } {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0, 2);
  return { p50_ms: at(0.5), p95_ms: at(0.95), p99_ms: at(0.99) };
}
