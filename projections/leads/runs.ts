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
  // Of one moment, those of the lower chunk come first: so the last of a run is a moment and a chunk, too.
  let lastChunk = -1;
  for (const { chunk, first, last } of chunks.toSorted((a, b) => a.first - b.first || a.chunk - b.chunk)) {
    const run = runs.at(-1);
    if (!run || run.last < first || (run.last === first && lastChunk < chunk)) {
      runs.push({ chunks: [chunk], first, last });
      lastChunk = chunk;
      continue;
    }
    run.chunks.push(chunk);
    if (last === run.last) lastChunk = Math.max(lastChunk, chunk);
    if (last <= run.last) continue;
    run.last = last;
    lastChunk = chunk;
  }
  return runs;
}
