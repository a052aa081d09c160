/** When the leads of a chunk came in, in milliseconds: the first and the last. */
type Chunk = { chunk: number; first: number; last: number };

/**
 * Chunks that stand together in the order by date and number: every lead of a run comes before every lead of the next.
 * As long as leads come in in order, each chunk is a run of its own.
 */
export type Run = { chunks: number[]; first: number; last: number };

/** The runs of a tenant, oldest first. */
export function runsOf(chunks: readonly Chunk[]): Run[] {
  const runs: Run[] = [];
  const byAge = chunks.toSorted((a, b) => a.first - b.first || a.last - b.last || a.chunk - b.chunk);
  for (const { chunk, first, last } of byAge) {
    const run = runs.at(-1);
    // Leads of one moment stand in the order of their numbers.
    const after = !run || run.last < first || (run.last === first && Math.max(...run.chunks) < chunk);
    if (after) runs.push({ chunks: [chunk], first, last });
    else {
      run.chunks.push(chunk);
      run.last = Math.max(run.last, last);
    }
  }
  return runs;
}
