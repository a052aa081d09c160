import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { TenantId } from '@crm/events/ids.ts';
import type { RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Pack } from 'tar-stream';

/** A part is held in memory, because a tar has the size of a part before the part. An event has at most 256 KiB. */
const PART_BYTES = 4 * 1024 * 1024;

type About = { tenant: TenantId; organizationName: string; exportedAt: Date };
type Part = { name: string; events: number; bytes: number; sha256: string };

/**
 * A .tar.gz of events as JSON lines in parts, with a manifest at the end (docs/tenant-archives.md). At most one part is in
 * memory, however long the history is.
 */
export async function* archive(
  { tenant, organizationName, exportedAt }: About,
  history: AsyncIterable<readonly RecordedEvent[]>,
): AsyncGenerator<Buffer> {
  const { pack } = await import('tar-stream'); // not at each start of the product
  const tar = pack();
  const gzip = createGzip();
  // An error of one of them, such as the stop of the process, ends both; the loop below throws it.
  const zipped = pipeline(tar, gzip, () => {});
  async function fill() {
    const parts: Part[] = [];
    for await (const { events, bytes } of partsOf(history)) {
      const name = `events/${String(parts.length + 1).padStart(6, '0')}.jsonl`;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      parts.push({ name, events, bytes: bytes.byteLength, sha256 });
      await add(tar, name, bytes, exportedAt);
    }
    const manifest = {
      format: 'crm-tenant-archive',
      version: 1,
      tenant: { _id: tenant, organizationName },
      exportedAt: exportedAt.toISOString(),
      events: parts.reduce((sum, part) => sum + part.events, 0),
      parts,
    };
    await add(tar, 'manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), exportedAt);
    tar.finalize();
  }
  fill().catch((error: unknown) => tar.destroy(error instanceof Error ? error : new Error(String(error))));
  for await (const chunk of zipped) yield chunk;
}

/** Waits until the entry is taken, so that a slow reader slows the history down. */
function add(tar: Pack, name: string, bytes: Buffer, mtime: Date): Promise<void> {
  return new Promise((resolve, reject) => {
    const entry = tar.entry({ name, size: bytes.byteLength, mtime }, (error) =>
      error ? reject(error) : resolve(),
    );
    entry.end(bytes);
  });
}

async function* partsOf(history: AsyncIterable<readonly RecordedEvent[]>) {
  let lines: Buffer[] = [];
  let bytes = 0;
  const taken = () => {
    const part = { events: lines.length, bytes: Buffer.concat(lines) };
    lines = [];
    bytes = 0;
    return part;
  };
  for await (const events of history)
    for (const event of events) {
      const line = lineOf(event);
      if (bytes > 0 && bytes + line.byteLength > PART_BYTES) yield taken();
      lines.push(line);
      bytes += line.byteLength;
    }
  if (lines.length > 0) yield taken();
}

/** Without the position, which belongs to this installation. */
const lineOf = ({ id, type, version, stream, revision, at, data, meta }: RecordedEvent): Buffer =>
  Buffer.from(`${JSON.stringify({ id, type, version, stream, revision, at, data, meta })}\n`);
