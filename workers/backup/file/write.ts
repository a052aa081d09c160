import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import { fullName, HEADER, type Header, MANIFEST, type Manifest, partName } from './contents.ts';
import { BackupFailed } from './failure.ts';
import { encryptFrames } from './frames.ts';

/** A part is held in memory, because a tar has the size of a part before the part. */
const PART_BYTES = 4 * 1024 * 1024;
/** Level 1 takes half the processor time of the default for a file that is a tenth larger. */
const gzipLevel = 1;

/** Rows of one table as COPY prints them; `rowCount` is known at the end. */
export type Rows = AsyncIterable<Buffer> & { rowCount: number };

/**
 * Writes a backup: an encrypted tar.gz with the header, the parts of each table, and the manifest. At most one part is in
 * memory. It is written under a name with the ending .partial and gets its own name when it is complete and on the disk; an
 * empty file holds that name meanwhile. (A hard link would need none, but some file systems have no hard links.)
 *
 * @param rowsOf called for each table of the header, one at a time
 * @returns the manifest and the size of the file
 * @throws BackupFailed if one of the two files exists, also while another backup writes it
 */
export async function writeBackup(
  file: string,
  { secretKey, signal, header }: { secretKey: string; signal: AbortSignal; header: Header },
  rowsOf: (table: Header['tables'][number]) => Rows,
): Promise<{ manifest: Manifest; bytes: number }> {
  const partial = `${file}.partial`;
  await (await openNew(file)).close();
  let written: { manifest: Manifest; bytes: number };
  try {
    written = await writePartial(partial, { secretKey, signal, header }, rowsOf);
    await rename(partial, file);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  await flushFolder(path.dirname(path.resolve(file)));
  return written;
}

async function writePartial(
  partial: string,
  { secretKey, signal, header }: { secretKey: string; signal: AbortSignal; header: Header },
  rowsOf: (table: Header['tables'][number]) => Rows,
): Promise<{ manifest: Manifest; bytes: number }> {
  const target = await openNew(partial);
  try {
    const tar = pack();
    const gzip = createGzip({ level: gzipLevel });
    // An error of one of them ends both; the loop below throws it.
    const zipped = pipeline(tar, gzip, () => {});
    const manifest: Manifest = { tables: [] };
    fill(tar, header, manifest, rowsOf).catch((error: unknown) =>
      tar.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    let bytes = 0;
    for await (const frame of encryptFrames(secretKey, zipped)) {
      signal.throwIfAborted();
      await target.writeFile(frame);
      bytes += frame.length;
    }
    await target.sync();
    await target.close();
    return { manifest, bytes };
  } catch (error) {
    await target.close();
    await rm(partial, { force: true });
    throw error;
  }
}

async function fill(
  tar: Pack,
  header: Header,
  manifest: Manifest,
  rowsOf: (table: Header['tables'][number]) => Rows,
): Promise<void> {
  const mtime = new Date(header.takenAt);
  await add(tar, HEADER, mtime, json(header));
  for (const table of header.tables) {
    const rows = rowsOf(table);
    const hash = createHash('sha256');
    const name = fullName(table);
    let parts = 0;
    let bytes = 0;
    for await (const part of partsOf(rows)) {
      parts += 1;
      bytes += part.byteLength;
      hash.update(part);
      await add(tar, partName(name, parts), mtime, part);
    }
    manifest.tables.push({ table: name, rows: rows.rowCount, bytes, sha256: hash.digest('hex'), parts });
  }
  await add(tar, MANIFEST, mtime, json(manifest));
  tar.finalize();
}

const json = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

async function* partsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    bytes += chunk.byteLength;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(held);
}

/** Waits until the entry is taken, so that a slow disk slows the database's rows down. */
function add(tar: Pack, name: string, mtime: Date, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const entry = tar.entry({ name, size: bytes.byteLength, mtime }, (error) =>
      error ? reject(error) : resolve(),
    );
    entry.end(bytes);
  });
}

/** Creates a file that only its owner may read. */
async function openNew(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    const isWhole = !file.endsWith('.partial') && (await stat(file)).size > 0;
    throw new BackupFailed(
      isWhole
        ? `The file ${file} exists: give another name`
        : `The file ${file} is of a backup that runs or was killed: give another name, or remove it if none runs`,
    );
  }
}

/** The name, too, is on the disk before the command says so. Some file systems of a network cannot flush a folder. */
async function flushFolder(name: string): Promise<void> {
  const folder = await open(name, 'r');
  try {
    await folder.sync();
  } catch (error) {
    if (!hasCode(error, 'EINVAL')) throw error;
  } finally {
    await folder.close();
  }
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;
