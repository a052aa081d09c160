import type { Plugin } from 'vite';

/** A chunk of the build: the files that it imports before its own code runs. */
type Chunk = { imports: readonly string[] };

/**
 * Refuses a build in which chunks import each other in a circle: one of them runs before the code that it needs, and
 * its page fails with an undefined value. Tests of modules do not see this, because chunks exist only in the build.
 */
export const refuseChunkCycles: Plugin = {
  name: 'refuse-chunk-cycles',
  generateBundle(_, bundle) {
    const chunks = new Map(
      Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? [[file.fileName, file] as const] : [],
      ),
    );
    const cycle = findCycle(chunks);
    if (cycle)
      this.error(`Chunks import each other: ${cycle.join(' -> ')}. Move a module in vite.config.ts.`);
  },
};

/** The files of a circle of imports, the first one also at the end; null when there is none. */
export function findCycle(chunks: ReadonlyMap<string, Chunk>): string[] | null {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    path.push(file);
    for (const each of chunks.get(file)?.imports ?? []) {
      const cycle = visit(each);
      if (cycle) return cycle;
    }
    path.pop();
    done.add(file);
    return null;
  };
  for (const file of chunks.keys()) {
    const cycle = visit(file);
    if (cycle) return cycle;
  }
  return null;
}
