import { crc32, deflateRawSync } from 'node:zlib';

/** Every file has this time, so that equal contents give equal bytes: midnight of 1 January 1980, the first of the format. */
const DATE = (1 << 5) | 1;
const UTF8_NAMES = 0x0800;
const DEFLATE = 8;
const VERSION = 20;

/** Packs small files into a .zip in memory. Equal files give equal bytes. */
export function zip(files: readonly { name: string; text: string }[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of files) {
    const plain = Buffer.from(text);
    const packed = deflateRawSync(plain);
    const nameBytes = Buffer.from(name);
    // The fields that the local header and the directory share.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(VERSION, 0);
    shared.writeUInt16LE(UTF8_NAMES, 2);
    shared.writeUInt16LE(DEFLATE, 4);
    shared.writeUInt16LE(0, 6);
    shared.writeUInt16LE(DATE, 8);
    shared.writeUInt32LE(crc32(plain), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(plain.length, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), shared, nameBytes, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([VERSION, 0]);
    entries.push(Buffer.from('PK\x01\x02', 'latin1'), madeBy, shared, rest, nameBytes);
    offset += 4 + shared.length + nameBytes.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
