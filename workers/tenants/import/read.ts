import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { plainText } from '@crm/contracts/issues.ts';
import { TenantId } from '@crm/events/ids.ts';
import { z } from 'zod';
import { problemIn } from './problem.ts';
import { membersOf, UnreadableArchive } from './tar.ts';

/** A part of an export has 4 MiB and at most one event more. */
const PART_BYTES = 5 * 1024 * 1024;
const MANIFEST_BYTES = 4 * 1024 * 1024;
/** About 80 GB of events. */
const MOST_PARTS = 20_000;
/** A line with an event of 256 KiB has its ids and times, too. */
const LINE_BYTES = 512 * 1024;
/** Lines of a slice: they are checked in one go, and nothing else runs meanwhile. */
const AT_ONCE = 500;

const VERSION = 1;
const Manifest = z.strictObject({
  format: z.literal('crm-tenant-archive', { error: 'Must be crm-tenant-archive' }),
  version: z.int(),
  tenant: z.strictObject({ _id: TenantId, organizationName: z.string() }),
  exportedAt: z.iso.datetime(),
  events: z.int(),
  parts: z.array(z.strictObject({ name: z.string(), events: z.int(), bytes: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

/** Consecutive lines of a file of the archive. `first` is the number of the first line in its file, from 1. */
export type Slice = { file: string; first: number; lines: string[] };
type Part = Manifest['parts'][number];

const MANIFEST = 'manifest.json';
const partName = (n: number) => `events/${String(n).padStart(6, '0')}.jsonl`;
const isPart = (name: string) => /^events\/\d{6,}\.jsonl$/.test(name);
function limitOf(name: string): number | null {
  if (name === MANIFEST) return MANIFEST_BYTES;
  return isPart(name) ? PART_BYTES : null;
}

/**
 * Reads an archive of an organisation (docs/tenant-archives.md) slice by slice, with at most one part in memory, and
 * compares it with its manifest at the end. Throws UnreadableArchive, which names what is wrong.
 */
export async function* readArchive(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Slice, Manifest> {
  const parts: Part[] = [];
  let manifest: Manifest | null = null;
  try {
    // An error of one of them ends both; the loop below throws it.
    const plain = pipeline(Readable.from(bytes), createGunzip(), () => {});
    for await (const { name, content } of membersOf(plain, limitOf)) {
      if (manifest) throw new UnreadableArchive(`${name} comes after ${MANIFEST}, which is the last file`);
      if (name === MANIFEST) {
        manifest = manifestIn(content);
        continue;
      }
      const expected = partName(parts.length + 1);
      if (name !== expected) throw new UnreadableArchive(`${name} is at the place of ${expected}`);
      if (parts.length >= MOST_PARTS) throw new UnreadableArchive(`More than ${MOST_PARTS} files of events`);
      const lines = linesOf(name, content);
      parts.push({
        name,
        events: lines.length,
        bytes: content.byteLength,
        sha256: createHash('sha256').update(content).digest('hex'),
      });
      for (let at = 0; at < lines.length; at += AT_ONCE)
        yield { file: name, first: at + 1, lines: lines.slice(at, at + AT_ONCE) };
    }
  } catch (error) {
    throw isDamaged(error)
      ? new UnreadableArchive('The file is damaged: it is no gzip file, or it is cut off')
      : error;
  }
  if (!manifest) throw new UnreadableArchive(`${MANIFEST} is missing`);
  compare(manifest, parts);
  return manifest;
}

const isDamaged = (error: unknown) =>
  error instanceof Error && 'code' in error && /^Z_|^ERR_STREAM_PREMATURE_CLOSE$/.test(String(error.code));

function linesOf(name: string, content: Buffer): string[] {
  if (content.at(-1) !== 10) throw new UnreadableArchive(`${name}: The last line is cut off`);
  const lines: string[] = [];
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for (let from = 0; from < content.byteLength; ) {
    const end = content.indexOf(10, from);
    const at = `${name}, line ${lines.length + 1}`;
    if (end - from > LINE_BYTES) throw new UnreadableArchive(`${at}: Has more than ${LINE_BYTES} bytes`);
    try {
      lines.push(text.decode(content.subarray(from, end)));
    } catch {
      throw new UnreadableArchive(`${at}: Is not UTF-8`);
    }
    from = end + 1;
  }
  return lines;
}

function manifestIn(content: Buffer): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(content.toString('utf8'));
  } catch {
    throw new UnreadableArchive(`${MANIFEST} is no JSON`);
  }
  const newer = z.object({ version: z.int().min(VERSION + 1) }).safeParse(json).data;
  if (newer)
    throw new UnreadableArchive(
      `${MANIFEST}: version: The archive has version ${newer.version}, and this program knows version ${VERSION}. Import it with a newer version.`,
    );
  const parsed = Manifest.safeParse(json, { error: plainText });
  if (parsed.success) return parsed.data;
  throw new UnreadableArchive(`${MANIFEST}: ${problemIn('The file', parsed.error)}`);
}

function compare(manifest: Manifest, parts: readonly Part[]): void {
  for (const [at, part] of parts.entries()) {
    const said = manifest.parts[at];
    if (said?.name !== part.name) throw new UnreadableArchive(`${part.name} is not in ${MANIFEST}`);
    if (said.sha256 !== part.sha256)
      throw new UnreadableArchive(`${part.name} was changed: its SHA-256 is not that of ${MANIFEST}`);
    if (said.events !== part.events || said.bytes !== part.bytes)
      throw new UnreadableArchive(
        `${part.name} has ${part.events} events and ${part.bytes} bytes; ${MANIFEST} says ${said.events} and ${said.bytes}`,
      );
  }
  const missing = manifest.parts[parts.length];
  if (missing) throw new UnreadableArchive(`${missing.name} is missing`);
  const events = parts.reduce((sum, part) => sum + part.events, 0);
  if (events !== manifest.events)
    throw new UnreadableArchive(
      `The archive has ${events} events; ${MANIFEST} says ${manifest.events} in 'events'`,
    );
  if (events === 0) throw new UnreadableArchive('The archive has no events');
}
