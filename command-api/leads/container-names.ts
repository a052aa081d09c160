/** Reads bytes of a file; fewer than `length` at its end. */
type ReadAt = (at: number, length: number) => Promise<Buffer>;

/** The end record of a zip, without its comment, and the longest comment. */
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
/** Limit of a zip's directory in bytes. A workbook of 2,000 parts (the most that an upload reads) needs about 200 KB. */
const MOST_DIRECTORY = 1024 * 1024;

/**
 * The names of the parts of a zip. Reads at most the last 64 KiB and 1 MiB of directory, and unpacks nothing.
 *
 * @returns null if the directory is damaged, larger, or of a zip above 4 GB
 */
export async function zipNames(read: ReadAt, size: number): Promise<string[] | null> {
  const tailAt = Math.max(0, size - END_BYTES - LONGEST_COMMENT);
  const tail = await read(tailAt, size - tailAt);
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end + END_BYTES > tail.length) return null;
  const count = tail.readUInt16LE(end + 10);
  const length = tail.readUInt32LE(end + 12);
  const at = tail.readUInt32LE(end + 16);
  if (length > MOST_DIRECTORY || at + length > size) return null;
  const directory = await read(at, length);
  const names: string[] = [];
  for (let entry = 0; names.length < count; ) {
    if (entry + 46 > directory.length || directory.toString('latin1', entry, entry + 4) !== 'PK\x01\x02')
      return null;
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(entry + field));
    const nameAt = entry + 46;
    names.push(directory.toString('utf8', nameAt, nameAt + (name ?? 0)));
    entry = nameAt + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return names;
}

/** Sectors of a compound file's directory that are read; that of a workbook has one to three. */
const MOST_SECTORS = 16;
const HEADER_BYTES = 512;
/** The header lists the first 109 sectors of the allocation table: enough for files of 7 MB and more. */
const TABLE_AT = 76;
const TABLE_SECTORS = 109;
const LAST_SECTOR = 0xffff_fffa;

/**
 * The names in a compound file (.xls, .doc, an encrypted .xlsx). Reads the header and at most 16 sectors of the
 * directory.
 *
 * @returns null if the directory is damaged or longer
 */
export async function compoundNames(read: ReadAt): Promise<string[] | null> {
  const header = await read(0, HEADER_BYTES);
  if (header.length < HEADER_BYTES) return null;
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return null;
  const bytes = 1 << shift;
  const placeOf = (sector: number) => (sector + 1) * bytes;
  const names: string[] = [];
  let sector = header.readUInt32LE(48);
  for (let n = 0; n < MOST_SECTORS; n += 1) {
    const entries = await read(placeOf(sector), bytes);
    if (entries.length < bytes) return null;
    for (let at = 0; at < bytes; at += 128) {
      const length = Math.min(entries.readUInt16LE(at + 64), 64);
      if (length > 2) names.push(entries.toString('utf16le', at, at + length - 2));
    }
    const table = Math.floor((sector * 4) / bytes);
    if (table >= TABLE_SECTORS) return null;
    const next = await read(placeOf(header.readUInt32LE(TABLE_AT + table * 4)) + ((sector * 4) % bytes), 4);
    if (next.length < 4) return null;
    sector = next.readUInt32LE(0);
    if (sector >= LAST_SECTOR) return names;
  }
  return null;
}
