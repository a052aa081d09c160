/** The creation times of a chunk's first and last lead, in ms. */
type Chunk = { chunk: number; first: number; last: number };

/**
 * Consecutive chunks in the order by date and number: every lead of a run comes before every lead of the next. While
 * leads arrive in order, each chunk is a separate run.
 */
export type ChunkRun = { chunks: number[]; first: number; last: number };

export function chunkRunsOf(chunks: readonly Chunk[]): ChunkRun[] {
  const runs: ChunkRun[] = [];
  // With equal times, the lower chunk comes first: so the end of a run is a time and a chunk.
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
