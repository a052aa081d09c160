import { once } from 'node:events';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

/** Every file has this time, so that equal contents give equal bytes: midnight of 1 January 1980, the first of the format. */
const FIRST_TIME = new Date(1980, 0, 1);
const DEFLATE = 8;
/** Sizes and offsets of a .zip without the zip64 extension are 32-bit numbers. */
const MOST_BYTES = 0xffffffff;

/** A file of an archive whose contents arrive in pieces. */
export type ZipPart = {
  /** Resolves when the piece is compressed. Compression runs in another thread. */
  write: (piece: Uint8Array) => Promise<void>;
  end: () => Promise<void>;
};

export type ZipWriter = {
  add: (name: string, text: string) => void;
  /** Begins a file; the next one must wait for its end. */
  begin: (name: string) => ZipPart;
  /** Writes the directory. Call after the last file. */
  end: () => void;
};

/**
 * Writes a .zip and gives its bytes as they are made. fflate writes the headers and the directory; zlib compresses and
 * computes checksums, which fflate would do in JavaScript.
 * @throws RangeError when a file or the archive exceeds 4 GB
 */
export function openZip(give: (bytes: Uint8Array) => void): ZipWriter {
  let size = 0;
  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    size = checked(size + bytes.length);
    give(bytes);
  });
  return {
    add(name, text) {
      const { file, grow } = fileIn(archive, name);
      const plain = Buffer.from(text);
      grow(plain);
      file.ondata?.(null, deflateRawSync(plain), true);
    },
    begin(name) {
      const { file, grow } = fileIn(archive, name);
      // The lowest level takes half the time and a third more bytes.
      const deflate = createDeflateRaw({ level: 1 });
      deflate.on('data', (bytes: Buffer<ArrayBuffer>) => file.ondata?.(null, bytes, false));
      return {
        write: (piece) => {
          grow(piece);
          return new Promise((resolve, reject) => {
            deflate.write(piece, (error) => (error ? reject(error) : resolve()));
          });
        },
        end: async () => {
          const ended = once(deflate, 'end');
          deflate.end();
          await ended;
          file.ondata?.(null, new Uint8Array(), true);
        },
      };
    },
    end: () => archive.end(),
  };
}

/** Begins a file; `grow` counts a piece of its contents. */
function fileIn(archive: Zip, filename: string) {
  const file: ZipInputFile = { filename, size: 0, crc: 0, compression: DEFLATE, mtime: FIRST_TIME };
  archive.add(file);
  return {
    file,
    grow: (piece: Uint8Array) => {
      file.size = checked(file.size + piece.length);
      file.crc = crc32(piece, file.crc);
    },
  };
}

function checked(size: number): number {
  if (size > MOST_BYTES) throw new RangeError('A .zip file holds at most 4 GB');
  return size;
}
