import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { z } from 'zod';

const ROOT = path.join(import.meta.dirname, '../..');
const folder = path.join(ROOT, '.cache/programs');
const bundled = new Map<string, Promise<string>>();

/**
 * Bundles a program of this repository for tests that start it as a process of its own. The whole product then starts
 * with 0.8 s of processor time, instead of 2.5 s when tsx loads its modules one by one; a test run starts some 80
 * processes. Bundling costs 2 s of processor time; all test workers and later runs use the same bundle until a source
 * changes.
 *
 * @param entry the program's file, relative to the repository: 'workers/main.ts'
 * @returns the JavaScript file to run
 */
export function programOf(entry: string): Promise<string> {
  const file =
    bundled.get(entry) ?? bundle({ entryPoints: [path.join(ROOT, entry)] }, entry.replace(/\.ts$/, '.js'));
  bundled.set(entry, file);
  return file;
}

/** The folder beside a bundle with what its process loads later, for those who move the bundle. */
export const partsOf = (program: string): string => program.replace(/\.js$/, '.parts');

/** Replaces the text of files, by their paths relative to the repository. */
export type Changes = Readonly<Record<string, (text: string) => string>>;

/**
 * Bundles another version of some programs, in which some files are changed: all in one run, which reads each source once.
 *
 * @param version the folder of the bundles, and of the parts that they share
 * @returns the JavaScript file of each program
 */
export async function programsWith<Name extends string>(
  entries: Readonly<Record<Name, string>>,
  version: string,
  changes: Changes,
): Promise<{ fileOf: (name: Name) => string; parts: string }> {
  const outdir = path.join(folder, version);
  const entryPoints = Object.entries<string>(entries).map(([out, entry]) => ({
    in: path.join(ROOT, entry),
    out,
  }));
  const { outputFiles } = await build({
    ...optionsWith(changes),
    entryPoints,
    outdir,
    entryNames: '[name]',
    chunkNames: 'parts/[name]-[hash]',
  });
  for (const output of outputFiles) replaceFile(output.path, output.text);
  return { fileOf: (name) => path.join(outdir, `${name}.js`), parts: path.join(outdir, 'parts') };
}

/**
 * Bundles a test's own few lines, for a process of its own.
 *
 * @param code TypeScript that imports modules of this repository by absolute path
 * @returns the JavaScript file to run
 */
export function programFrom(code: string): Promise<string> {
  const name = createHash('sha256').update(code).digest('hex').slice(0, 16);
  return bundle({ stdin: { contents: code, loader: 'ts', resolveDir: import.meta.dirname } }, `${name}.js`);
}

/** The sources of a bundle, each with its state when it was read, and the tree whose absolute paths the bundle contains. */
const Bundled = z.object({ root: z.string(), sources: z.record(z.string(), z.string()) });

async function bundle(input: Pick<BuildOptions, 'entryPoints' | 'stdin'>, name: string): Promise<string> {
  const file = path.join(folder, name);
  if (isCurrent(file)) return file;
  const startedMs = Date.now();
  const { outputFiles, metafile } = await build({
    ...optionsWith({}),
    ...input,
    metafile: true,
    outdir: path.dirname(file),
    entryNames: path.basename(name, '.js'),
    chunkNames: `${path.basename(partsOf(file))}/[name]-[hash]`,
  });
  for (const output of outputFiles) replaceFile(output.path, output.text);
  const sources = Object.keys(metafile.inputs).filter((source) => source !== '<stdin>');
  const states = [...sources, ...ALWAYS].map((source) => [source, stateOf(source, startedMs)] as const);
  replaceFile(`${file}.sources.json`, JSON.stringify({ root: ROOT, sources: Object.fromEntries(states) }));
  return file;
}

const optionsWith = (changes: Changes) =>
  ({
    absWorkingDir: ROOT,
    // What the product loads only when it is used stays apart.
    splitting: true,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    // For --enable-source-maps. The sources are in the repository.
    sourcesContent: false,
    // As Node resolves packages: without the condition and the field "module", which are for bundlers.
    conditions: ['node-addons'],
    mainFields: ['main'],
    plugins: [packagesStay, placesStay(changes)],
    logLevel: 'silent',
  }) satisfies BuildOptions;

/** What every bundle depends on besides its sources: the places of packages, and this module's options. */
const ALWAYS = ['package-lock.json', 'platform/test/program.ts'];

function isCurrent(file: string): boolean {
  const listed = textOf(`${file}.sources.json`);
  if (listed === null || textOf(file) === null) return false;
  const written = Bundled.safeParse(JSON.parse(listed));
  if (!written.success || written.data.root !== ROOT) return false; // of an earlier form, or of a tree that was copied
  return Object.entries(written.data.sources).every(
    ([source, state]) => state !== 'unknown' && stateOf(source) === state,
  );
}

/** Changes with every write. A file that is missing, or was written while it was bundled, equals no later state. */
function stateOf(source: string, beforeMs = Number.POSITIVE_INFINITY): string {
  const found = statSync(path.join(ROOT, source), { throwIfNoEntry: false });
  return found && found.mtimeMs < beforeMs ? `${found.mtimeMs} ${found.size}` : 'unknown';
}

/** Another worker may start the same file: it is written only when it changes, and in one step. */
function replaceFile(file: string, text: string): void {
  if (textOf(file) === text) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const written = `${file}.${process.pid}`;
  writeFileSync(written, text);
  renameSync(written, file);
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null; // not bundled before
  }
}

/** Packages are imported from where Node finds them for the importing module. Our own workspaces are bundled. */
const packagesStay: Plugin = {
  name: 'packages stay',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path: name, kind, resolveDir, pluginData }) => {
      if (pluginData === packagesStay || isBuiltin(name)) return null;
      const found = await resolve(name, { kind, resolveDir, pluginData: packagesStay });
      if (!found.path.includes(`${path.sep}node_modules${path.sep}`)) return found;
      return { path: pathToFileURL(found.path).href, external: true };
    });
  },
};

/** A module finds files beside its source: migrations, the built console, modules of child processes. */
const placesStay = (changes: Changes): Plugin => ({
  name: 'places stay',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      const change = changes[path.relative(ROOT, file)] ?? ((text: string) => text);
      return {
        contents: change(readFileSync(file, 'utf8'))
          .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href)),
        loader: 'ts',
      };
    });
  },
});
