import { readdirSync, readFileSync, statSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Seconds of the processor that a part of the code took, with what it calls in Node and in packages. */
export type NodePart = { name: string; seconds: number };

const Frame = z.object({
  functionName: z.string(),
  url: z.string(),
  lineNumber: z.int(),
  columnNumber: z.int(),
});
const Profile = z.object({
  nodes: z.array(z.object({ id: z.int(), callFrame: Frame, children: z.array(z.int()).optional() })),
  samples: z.array(z.int()),
  /** Microseconds before each sample. */
  timeDeltas: z.array(z.int()),
});

const ROOT = path.join(import.meta.dirname, '../..');
/** Samples outside of any function: V8's own names. */
const OUTSIDE = ['(garbage collector)', '(program)'];
/** Folders below a workspace that name a part: platform/event-store, projections/leads. */
const DEPTH = 2;

/** The parts of the largest CPU profile of a folder: the product's, not those of its child processes. */
export function nodeParts(folder: string): NodePart[] {
  const files = readdirSync(folder).map((file) => path.join(folder, file));
  const [largest] = files.sort((a, b) => statSync(b).size - statSync(a).size);
  if (largest === undefined) throw new Error(`The product has written no profile into ${folder}`);
  const { nodes, samples, timeDeltas } = Profile.parse(JSON.parse(readFileSync(largest, 'utf8')));
  const partOfFrame = sourceParts();
  const parts = new Map<number, string>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  // Code of Node and of packages counts for the code that called it.
  const visit = (id: number, caller: string) => {
    const node = byId.get(id);
    if (!node) return;
    const part = partOfFrame(node.callFrame) ?? caller;
    parts.set(id, part);
    for (const child of node.children ?? []) visit(child, part);
  };
  const [root] = nodes;
  if (root) visit(root.id, 'Node and packages, called by no code of ours');
  const seconds = new Map<string, number>();
  samples.forEach((id, n) => {
    const part = parts.get(id) ?? '';
    seconds.set(part, (seconds.get(part) ?? 0) + (timeDeltas[n] ?? 0) / 1e6);
  });
  seconds.delete('(idle)');
  return [...seconds].map(([name, taken]) => ({ name, seconds: taken }));
}

/** Finds the part of a frame: the folder of our source, or the package; null for Node's own code. */
function sourceParts(): (frame: z.infer<typeof Frame>) => string | null {
  const maps = new Map<string, SourceMap | null>();
  return ({ functionName, url, lineNumber, columnNumber }) => {
    if (functionName === '(idle)' || OUTSIDE.includes(functionName)) return functionName;
    if (!url.startsWith('file:')) return null;
    const file = fileURLToPath(url);
    const [, packageName] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
    if (packageName) return `package ${packageName}`;
    const map = maps.get(file) ?? mapOf(file);
    maps.set(file, map);
    const entry = map?.findEntry(lineNumber, columnNumber);
    if (!entry || !('originalSource' in entry)) return null;
    const source = path.relative(ROOT, path.resolve(path.dirname(file), entry.originalSource));
    return path.dirname(source).split(path.sep).slice(0, DEPTH).join('/');
  };
}

/** The source map that a bundle names in its last line (platform/test/program.ts); null when it has none. */
function mapOf(file: string): SourceMap | null {
  const [, map] = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(readFileSync(file, 'utf8')) ?? [];
  return map === undefined
    ? null
    : new SourceMap(JSON.parse(readFileSync(path.join(path.dirname(file), map), 'utf8')));
}
