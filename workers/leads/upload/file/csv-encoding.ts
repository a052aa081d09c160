import { readSync } from 'node:fs';
import { TextDecoder } from 'node:util';
import { Utf8Check } from '@crm/platform/encoding/utf8.ts';
import { SheetWrong } from './sheet.ts';

export type Encoding = { label: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'; name: string };

const CHUNK = 256 * 1024;

/** Yields the bytes of a file in order. Reads are synchronous, because the process has no other work. */
function* bytesOf(file: number): Generator<Buffer> {
  for (let at = 0; ; ) {
    const bytes = Buffer.allocUnsafe(CHUNK);
    const length = readSync(file, bytes, 0, CHUNK, at);
    if (length === 0) return;
    at += length;
    yield bytes.subarray(0, length);
  }
}

/**
 * Detects the encoding of a text file: by its byte order mark; by the positions of its zero bytes; UTF-8, also with damaged
 * letters; otherwise Windows-1252. Reads the whole file, because its first accent may be in the last row.
 * @throws SheetWrong when the file is binary
 */
export function encodingOf(file: number): Encoding {
  const utf8 = new Utf8Check();
  let first = true;
  for (const bytes of bytesOf(file)) {
    const marked = first ? marks(bytes) : null;
    if (marked) return marked;
    first = false;
    if (bytes.includes(0)) throw new SheetWrong('The file is not a text: send .csv, .xlsx or .xls');
    utf8.add(bytes);
  }
  return utf8.passes() ? { label: 'utf-8', name: 'UTF-8' } : { label: 'windows-1252', name: 'Windows-1252' };
}

function marks(bytes: Buffer): Encoding | null {
  const [a = -1, b = -1] = bytes;
  if (a === 0xff && b === 0xfe) return { label: 'utf-16le', name: 'UTF-16' };
  if (a === 0xfe && b === 0xff) return { label: 'utf-16be', name: 'UTF-16' };
  // UTF-16 without a mark: a Latin letter has one zero byte of its two, always on the same side.
  const head = bytes.subarray(0, 2048);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const pairs = head.length / 2;
  if (odd > pairs * 0.6 && even < pairs * 0.1) return { label: 'utf-16le', name: 'UTF-16' };
  if (even > pairs * 0.6 && odd < pairs * 0.1) return { label: 'utf-16be', name: 'UTF-16' };
  return null;
}

/** Bytes decoded per chunk. csv-parse buffers all rows of a chunk, and each byte can be a row. */
const PIECE = 16 * 1024;

/** Yields the decoded text of a file, without its byte order mark. */
export function* textOf(file: number, { label }: Encoding): Generator<string> {
  const decoder = new TextDecoder(label);
  for (const bytes of bytesOf(file))
    for (let at = 0; at < bytes.length; at += PIECE)
      yield decoder.decode(bytes.subarray(at, at + PIECE), { stream: true });
  yield decoder.decode();
}
