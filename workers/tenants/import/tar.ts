/** Why an archive cannot be read, for users. */
export class UnreadableArchive extends Error {
  override name = 'UnreadableArchive';
}

export type Member = { name: string; content: Buffer };

const BLOCK = 512;

/**
 * Reads the files of a tar with at most one of them in memory. Throws UnreadableArchive for everything that an export
 * does not write: links, folders, extended headers, names that `limitOf` does not know, and files above their limit.
 * The library that writes the tar would hold an extended header of any size in memory.
 *
 * @param limitOf the maximum size of a file by its name; null for a file that does not belong in the archive
 */
export async function* membersOf(
  bytes: AsyncIterable<Uint8Array>,
  limitOf: (name: string) => number | null,
): AsyncGenerator<Member> {
  const reader = readerOf(bytes);
  try {
    for (;;) {
      const header = await reader.read(BLOCK);
      if (header.every((byte) => byte === 0)) return;
      const { name, size, type } = headerOf(header);
      if (type !== '0') throw new UnreadableArchive(`${name} is not a plain file`);
      const limit = limitOf(name);
      if (limit === null)
        throw new UnreadableArchive(`${name} does not belong in an archive of an organization`);
      if (size > limit)
        throw new UnreadableArchive(`${name} has ${size} bytes; at most ${limit} are possible`);
      const content = await reader.read(size);
      await reader.read((BLOCK - (size % BLOCK)) % BLOCK);
      yield { name, content };
    }
  } finally {
    await reader.close();
  }
}

function headerOf(header: Buffer) {
  const text = (from: number, length: number) => {
    const field = header.subarray(from, from + length);
    const end = field.indexOf(0);
    return field.subarray(0, end === -1 ? length : end).toString('utf8');
  };
  const numberAt = (from: number, length: number) => {
    const digits = text(from, length).trim();
    return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
  };
  const [size, sum] = [numberAt(124, 12), numberAt(148, 8)];
  const added = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (!Number.isSafeInteger(size) || sum !== added)
    throw new UnreadableArchive('The archive is damaged: a header of the tar cannot be read');
  // Names of an export are short and have no second part.
  const name = [text(345, 155), text(0, 100)].filter(Boolean).join('/');
  return { name: JSON.stringify(name).slice(1, -1), size, type: text(156, 1) || '0' };
}

/** Reads exactly as many bytes as asked for. */
function readerOf(bytes: AsyncIterable<Uint8Array>) {
  const source = bytes[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  return {
    async read(length: number): Promise<Buffer> {
      const pieces = [rest];
      let held = rest.byteLength;
      while (held < length) {
        const { done, value } = await source.next();
        if (done) throw new UnreadableArchive('The archive is cut off');
        pieces.push(value);
        held += value.byteLength;
      }
      const whole = Buffer.concat(pieces);
      rest = whole.subarray(length);
      return whole.subarray(0, length);
    },
    close: async () => {
      await source.return?.();
    },
  };
}
