import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** The files of Vite's manifest, each by its key; `imports` has the keys of the files that it needs before its code runs. */
type Manifest = Record<string, { file: string; name?: string; imports?: string[]; isEntry?: true }>;

const built = path.join(import.meta.dirname, '../console/dist');

/** Pages of visitors load without the chunk of all signed-in pages (console/vite.config.ts). */
const VISITORS = /^src\/(?:auth|landing)\//;

/** The files of JavaScript that each page of the built console loads before its code runs: its own, the shell's and the first one. */
export function pageFiles(): Map<string, ReadonlySet<string>> {
  // Written by the build of Vite (build.manifest).
  const manifest = JSON.parse(readFileSync(path.join(built, '.vite/manifest.json'), 'utf8')) as Manifest;
  const first = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  const shell = Object.keys(manifest).filter((key) => manifest[key]?.name === 'shell');
  const pages = Object.keys(manifest).filter((key) => /Page\.tsx$/.test(key));
  return new Map(
    pages.map((page) => {
      const keys = withImports(manifest, [...first, ...(VISITORS.test(page) ? [] : shell), page]);
      const files = [...keys].map((key) => manifest[key]?.file ?? '');
      return [page.replace(/^src\/|\.tsx$/g, ''), new Set(files)];
    }),
  );
}

/** The gzipped kB of these files of each page, without what the page loads later. */
export function pageWeights(): Map<string, number> {
  const kb = new Map<string, number>();
  const weightOf = (file: string): number => {
    const known = kb.get(file) ?? gzipSync(readFileSync(path.join(built, file))).length / 1000;
    kb.set(file, known);
    return known;
  };
  return new Map(
    [...pageFiles()].map(([page, files]) => [
      page,
      [...files].reduce((sum, file) => sum + weightOf(file), 0),
    ]),
  );
}

function withImports(manifest: Manifest, keys: readonly string[]): Set<string> {
  const all = new Set(keys);
  for (const key of all) for (const imported of manifest[key]?.imports ?? []) all.add(imported);
  return all;
}
