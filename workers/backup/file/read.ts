import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { FORMAT_VERSION, fullName, HEADER, Header, MANIFEST, Manifest, partName } from './contents.ts';
import { BackupFailed } from './failure.ts';
import { decryptFrames } from './frames.ts';

/** The next part of a table's rows. */
type Part = { table: Header['tables'][number]; bytes: Buffer };
type Entry =
  | { kind: 'header'; header: Header }
  | ({ kind: 'part' } & Part)
  | { kind: 'end'; manifest: Manifest };

/**
 * Reads a backup in its order: the header, the parts, and the manifest, which is compared with the parts. At most one part
 * is in memory. @throws BackupFailed for everything that `npm run backup` did not write like this
 */
export async function* readBackup(file: string, secretKey: string): AsyncGenerator<Entry> {
  let header: Header | null = null;
  const seen = new Map<string, Seen>();
  let isComplete = false;
  for await (const { name, bytes } of entriesOf(file, secretKey)) {
    if (isComplete) throw damaged(`it has ${name} behind its end`);
    if (!header) {
      if (name !== HEADER) throw damaged('it does not begin with its header');
      header = headerOf(bytes);
      yield { kind: 'header', header };
    } else if (name === MANIFEST) {
      const manifest = Manifest.parse(JSON.parse(bytes.toString()));
      compare(header, manifest, seen);
      isComplete = true;
      yield { kind: 'end', manifest };
    } else {
      const table = header.tables.find((each) => name.startsWith(`tables/${fullName(each)}/`));
      if (!table) throw damaged(`it has ${name}, which its header does not name`);
      const before = seen.get(fullName(table)) ?? { hash: createHash('sha256'), bytes: 0, parts: 0 };
      const parts = before.parts + 1;
      if (name !== partName(fullName(table), parts)) throw damaged(`${name} is out of order`);
      before.hash.update(bytes);
      seen.set(fullName(table), { hash: before.hash, bytes: before.bytes + bytes.byteLength, parts });
      yield { kind: 'part', table, bytes };
    }
  }
  if (!isComplete) throw damaged('it has no manifest');
}

type Seen = { hash: Hash; bytes: number; parts: number };

const damaged = (why: string) => new BackupFailed(`The backup is damaged (${why}): use another backup`);

async function* entriesOf(file: string, secretKey: string) {
  const frames = Readable.from(decryptFrames(secretKey, createReadStream(file)));
  const tar = extract();
  // An error of one of them ends all; the loop throws it.
  pipeline(frames, createGunzip(), tar, () => {});
  for await (const entry of tar) yield { name: entry.header.name, bytes: await buffer(entry) };
}

function headerOf(bytes: Buffer): Header {
  const json: unknown = JSON.parse(bytes.toString());
  const isLater =
    typeof json === 'object' && json !== null && 'version' in json && Number(json.version) > FORMAT_VERSION;
  if (isLater)
    throw new BackupFailed(
      'The backup was written by a newer version of this program: restore it with that version',
    );
  return Header.parse(json);
}

function compare(header: Header, manifest: Manifest, seen: ReadonlyMap<string, Seen>): void {
  const names = manifest.tables.map(({ table }) => table);
  if (names.join() !== header.tables.map(fullName).join()) throw damaged('its manifest names other tables');
  for (const { table, bytes, parts, sha256 } of manifest.tables) {
    const read = seen.get(table) ?? { hash: createHash('sha256'), bytes: 0, parts: 0 };
    if (read.bytes !== bytes || read.parts !== parts || read.hash.digest('hex') !== sha256)
      throw damaged(`the rows of ${table} are not those of its manifest`);
  }
}
