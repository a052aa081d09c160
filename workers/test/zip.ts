import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A part of a test zip; `claims` are false values for its entry in the zip. */
export type Part = { name: string; content: Buffer | string | Packed; claims?: { size: number } };

/** Content that is compressed already. */
type Packed = { packed: Buffer; size: number };

/** Builds a zip archive of these parts, with true or false entries. */
export function zipOf(parts: readonly Part[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, claims } of parts) {
    const plain = typeof content === 'string' ? Buffer.from(content) : content;
    const { packed, size } = Buffer.isBuffer(plain)
      ? { packed: deflateRawSync(plain), size: plain.length }
      : plain;
    const sum = Buffer.isBuffer(plain) ? crc32(plain) : 0;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(sum, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(Math.min(claims?.size ?? size, 0xffff_fffe), 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), fields, rest, Buffer.from(name));
    files.push(local);
    at += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, index, Buffer.from('PK\x05\x06'), end]);
}

/** The same block many times, compressed once: gigabytes within a moment. */
export function repeated(before: string, block: string, times: number, after: string): Packed {
  const pack = (text: string) => deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH });
  const one = pack(block);
  const packed = Buffer.concat([pack(before), ...Array(times).fill(one), deflateRawSync(after)]);
  return { packed, size: before.length + block.length * times + after.length };
}
