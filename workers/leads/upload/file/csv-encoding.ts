import { readSync } from 'node:fs';
import { TextDecoder } from 'node:util';
import { SheetWrong } from './sheet.ts';

export type Encoding = { label: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'; name: string };

const CHUNK = 256 * 1024;

/** The bytes of a file, in order. Read synchronously: the process does nothing else meanwhile. */
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
 * How a text file is written: by its byte order mark, by where its zero bytes stand, else UTF-8 where all of it is that,
 * and Windows-1252 where it is not. The whole file is looked at: the first accent may stand in its last row.
 */
export function encodingOf(file: number): Encoding {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let first = true;
  for (const bytes of bytesOf(file)) {
    if (first) {
      const marked = marks(bytes);
      if (marked) return marked;
      first = false;
    }
    if (bytes.includes(0)) throw new SheetWrong('The file is not a text: send .csv, .xlsx or .xls');
    if (isUtf8) isUtf8 = decodes(utf8, bytes);
  }
  if (isUtf8 && decodes(utf8)) return { label: 'utf-8', name: 'UTF-8' };
  return { label: 'windows-1252', name: 'Windows-1252' };
}

function decodes(decoder: TextDecoder, bytes?: Buffer): boolean {
  try {
    if (bytes) decoder.decode(bytes, { stream: true });
    else decoder.decode();
    return true;
  } catch {
    return false;
  }
}

function marks(bytes: Buffer): Encoding | null {
  const [a = -1, b = -1, c = -1] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return null; // UTF-8, if the rest is
  if (a === 0xff && b === 0xfe) return { label: 'utf-16le', name: 'UTF-16' };
  if (a === 0xfe && b === 0xff) return { label: 'utf-16be', name: 'UTF-16' };
  // Without a mark: letters of western names have a zero byte in every pair, always on the same side.
  const head = bytes.subarray(0, 2048);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const pairs = head.length / 2;
  if (odd > pairs * 0.6 && even < pairs * 0.1) return { label: 'utf-16le', name: 'UTF-16' };
  if (even > pairs * 0.6 && odd < pairs * 0.1) return { label: 'utf-16be', name: 'UTF-16' };
  return null;
}

/** Bytes that are decoded at once: csv-parse holds all rows of one text, and each byte may be a row. */
const PIECE = 16 * 1024;

/** The text of a file, decoded; its byte order mark left out. */
export function* textOf(file: number, { label }: Encoding): Generator<string> {
  const decoder = new TextDecoder(label);
  for (const bytes of bytesOf(file))
    for (let at = 0; at < bytes.length; at += PIECE)
      yield decoder.decode(bytes.subarray(at, at + PIECE), { stream: true });
  yield decoder.decode();
}
