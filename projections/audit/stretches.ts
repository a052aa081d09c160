import type { StreamPart } from '@crm/platform/event-store/port.ts';

/** A part of a stream that contains several parts which touch or overlap. */
export type Stretch = StreamPart;

/** Joins parts of the same stream that are at most `apart` revisions from each other. */
export function stretchesOf(parts: readonly StreamPart[], apart = 0): Stretch[] {
  const byStream = new Map<string, StreamPart[]>();
  for (const part of parts) {
    const known = byStream.get(part.stream);
    if (known) known.push(part);
    else byStream.set(part.stream, [part]);
  }
  return [...byStream.values()].flatMap((unsorted) => {
    const stretches: Stretch[] = [];
    for (const part of unsorted.toSorted((a, b) => a.from - b.from)) {
      const last = stretches.at(-1);
      if (last && part.from <= last.from + last.limit + apart)
        last.limit = Math.max(last.limit, part.from + part.limit - last.from);
      else stretches.push({ ...part });
    }
    return stretches;
  });
}
