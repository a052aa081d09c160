import type { StreamPart } from '@crm/platform/event-store/port.ts';

/** Joins parts of the same stream that are at most `apart` revisions from each other. */
export function joinParts(parts: readonly StreamPart[], apart = 0): StreamPart[] {
  const byStream = new Map<string, StreamPart[]>();
  for (const part of parts) {
    const known = byStream.get(part.stream);
    if (known) known.push(part);
    else byStream.set(part.stream, [part]);
  }
  return [...byStream.values()].flatMap((unsorted) => {
    const joined: StreamPart[] = [];
    for (const part of unsorted.toSorted((a, b) => a.from - b.from)) {
      const last = joined.at(-1);
      if (last && part.from <= last.from + last.limit + apart)
        last.limit = Math.max(last.limit, part.from + part.limit - last.from);
      else joined.push({ ...part });
    }
    return joined;
  });
}
