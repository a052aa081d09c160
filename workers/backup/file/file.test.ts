import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scratchFolder } from '@crm/platform/test/scratch.ts';
import { expect, test, vi } from 'vitest';
import { FORMAT_VERSION, fullName, type Header } from './contents.ts';
import { encryptFrames } from './frames.ts';
import { readBackup } from './read.ts';
import { type Rows, writeBackup } from './write.ts';

const folder = scratchFolder();
const SECRET_KEY = 'a secret key of this test, long enough';
const { signal } = new AbortController();
const newFile = () => path.join(folder, randomUUID());

const table = (name: string) => ({ schema: 'public', name, columns: ['id'] });
const header: Header = {
  format: 'crm-backup',
  version: FORMAT_VERSION,
  id: randomUUID(),
  program: '1.0.0',
  postgres: '18.0',
  takenAt: '2026-11-23T10:00:00.000Z',
  migrations: ['001_sessions'],
  eventTypes: { LeadCreated: 2 },
  position: '7',
  tables: [table('many'), table('none')],
  sequences: [],
};

/** Text that gzip cannot make small, so that the file has many frames. */
const noise = (bytes: number) => Buffer.from(Array.from({ length: bytes / 36 }, () => randomUUID()).join(''));
const chunks = Array.from({ length: 12 }, () => noise(512 * 1024));

function rowsOf(content: readonly Buffer[]): Rows {
  async function* each() {
    yield* content;
  }
  return Object.assign(each(), { rowCount: content.length });
}
const write = (file: string, given = header) =>
  writeBackup(file, { secretKey: SECRET_KEY, signal, header: given }, ({ name }) =>
    rowsOf(name === 'many' ? chunks : []),
  );

/** Reads a whole backup. */
async function read(file: string, secretKey = SECRET_KEY) {
  const rows = new Map<string, Buffer[]>();
  const kinds: string[] = [];
  for await (const entry of readBackup(file, secretKey)) {
    kinds.push(entry.kind);
    if (entry.kind === 'part')
      rows.set(fullName(entry.table), [...(rows.get(fullName(entry.table)) ?? []), entry.bytes]);
  }
  return { kinds, rows };
}

/** A file with these bytes. */
function fileOf(bytes: Buffer): string {
  const file = newFile();
  writeFileSync(file, bytes);
  return file;
}

const whole = newFile();
const { manifest } = await write(whole);
const bytes = readFileSync(whole);

test('a backup is read as it was written, in parts', async () => {
  const { kinds, rows } = await read(whole);
  expect(kinds).toEqual(['header', 'part', 'part', 'end']);
  expect(Buffer.concat(rows.get('public.many') ?? []).equals(Buffer.concat(chunks))).toBe(true);
  expect(manifest.tables).toMatchObject([
    { table: 'public.many', rows: 12, parts: 2 },
    { table: 'public.none', rows: 0, parts: 0 },
  ]);
});

test('only the owner may read the file, and nothing in it is readable without the key', () => {
  expect(statSync(whole).mode & 0o777).toBe(0o600);
  expect(bytes.includes('LeadCreated')).toBe(false);
});

const damages: readonly (readonly [name: string, file: string | (() => Promise<string>), message: RegExp])[] =
  [
    ['an empty file', fileOf(Buffer.alloc(0)), /is empty.*not ended, or was killed/],
    ['another file', fileOf(Buffer.from('PK and so on')), /is not a backup/],
    ['only the first bytes', fileOf(bytes.subarray(0, 20)), /damaged or not complete at its end/],
    ['a file cut off in a frame', fileOf(bytes.subarray(0, 100_000)), /damaged or not complete at its end/],
    [
      // 45 bytes before the first frame, and 65,552 in each.
      'a file cut off between two frames',
      fileOf(bytes.subarray(0, 45 + 2 * 65_552)),
      /damaged or not complete at its end/,
    ],
    [
      'a changed byte',
      fileOf(Buffer.from(bytes).fill(bytes[200_000] === 7 ? 8 : 7, 200_000, 200_001)),
      /damaged near byte 196,701/,
    ],
    [
      'two exchanged frames',
      fileOf(
        Buffer.concat([
          bytes.subarray(0, 45),
          bytes.subarray(45 + 65_552, 45 + 2 * 65_552),
          bytes.subarray(45, 45 + 65_552),
          bytes.subarray(45 + 2 * 65_552),
        ]),
      ),
      /damaged near byte 45/,
    ],
    ['bytes behind the end', fileOf(Buffer.concat([bytes, Buffer.from('more')])), /damaged/],
    [
      'a later format of the file',
      fileOf(Buffer.concat([Buffer.from('crm-backup 2\n'), bytes.subarray(13)])),
      /newer version of this program/,
    ],
    [
      'later contents',
      async () => {
        const file = newFile();
        await write(file, { ...header, version: FORMAT_VERSION + 1 });
        return file;
      },
      /newer version of this program/,
    ],
    [
      'a file of this SECRET_KEY that is no backup',
      async () => {
        async function* nothing() {
          yield Buffer.from('no gzip');
        }
        const frames: Buffer[] = [];
        for await (const frame of encryptFrames(SECRET_KEY, nothing())) frames.push(frame);
        return fileOf(Buffer.concat(frames));
      },
      /header/,
    ],
  ];
test.each(damages)('%s is refused', async (_, file, message) => {
  await expect(read(typeof file === 'string' ? file : await file())).rejects.toThrow(message);
});

test('another SECRET_KEY is named', async () => {
  await expect(read(whole, 'another secret key, also long enough')).rejects.toThrow(
    /under another SECRET_KEY: set SECRET_KEY/,
  );
});

test('two backups to one file: the second is refused and changes nothing, also beside what a killed one left', async () => {
  const file = newFile();
  let second: Promise<unknown> | null = null;
  async function* rows() {
    second ??= write(file);
    await expect(second).rejects.toThrow(/of a backup that runs or was killed: give another name, or remove/);
    yield noise(1024);
  }
  await writeBackup(file, { secretKey: SECRET_KEY, signal, header }, () =>
    Object.assign(rows(), { rowCount: 1 }),
  );
  expect((await read(file)).kinds).toEqual(['header', 'part', 'part', 'end']);

  const killed = newFile();
  writeFileSync(`${killed}.partial`, 'what was written');
  await expect(write(killed)).rejects.toThrow(`${killed}.partial is of a backup that runs or was killed`);
  expect(existsSync(killed)).toBe(false);
  expect(readFileSync(`${killed}.partial`, 'utf8')).toBe('what was written');
});

test('an existing file is refused before rows are read', async () => {
  const asked = vi.fn(() => rowsOf(chunks));
  const refused = writeBackup(whole, { secretKey: SECRET_KEY, signal, header }, asked);
  await expect(refused).rejects.toThrow(/exists: give another name/);
  expect(asked).not.toHaveBeenCalled();
});

test('a backup replaces no file, and one that fails leaves none', async () => {
  await expect(write(whole)).rejects.toThrow(/exists: give another name/);
  expect(readFileSync(whole).equals(bytes)).toBe(true);
  const file = newFile();
  async function* failing() {
    yield noise(1024 * 1024);
    throw new Error('The connection was lost');
  }
  const failed = writeBackup(file, { secretKey: SECRET_KEY, signal, header }, () =>
    Object.assign(failing(), { rowCount: 0 }),
  );
  await expect(failed).rejects.toThrow('The connection was lost');
  expect([existsSync(file), existsSync(`${file}.partial`), existsSync(`${whole}.partial`)]).toEqual([
    false,
    false,
    false,
  ]);
});
