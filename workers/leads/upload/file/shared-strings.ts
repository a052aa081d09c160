import { randomUUID } from 'node:crypto';
import { openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const BLOCK = 64 * 1024;
const BLOCKS_KEPT = 256;
/** Far more strings than a sheet with the maximum number of rows needs. */
const MOST = 10_000_000;

/**
 * The shared strings of a workbook, stored on disk. Memory holds their offsets (8 bytes each) and a cache of 16 MB.
 * Cells reference strings mostly in the order in which they were written, so most lookups hit a cached block.
 */
export class SharedStrings {
  readonly #file: number;
  /** Byte offset of each string; the last entry is the end of the last string. */
  #starts = new Float64Array(1024);
  #count = 0;
  #size = 0;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  readonly #blocks = new Map<number, Buffer>();

  /** Unlinks its file at once, so that the system frees it when the process ends, even after a crash. */
  constructor() {
    const named = path.join(tmpdir(), `crm-upload-${randomUUID()}`);
    this.#file = openSync(named, 'wx+', 0o600);
    rmSync(named);
  }

  /** @returns false when the limit of 10,000,000 strings is reached */
  add(text: string): boolean {
    if (this.#count + 1 >= MOST) return false;
    if (this.#count + 2 > this.#starts.length) {
      const more = new Float64Array(this.#starts.length * 2);
      more.set(this.#starts);
      this.#starts = more;
    }
    const bytes = Buffer.from(text, 'utf8');
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.#size += bytes.length;
    this.#count += 1;
    this.#starts[this.#count] = this.#size;
    if (this.#pendingBytes > 1024 * 1024) this.flush();
    return true;
  }

  /** Writes pending strings to disk. The caller must call it before the first `get`. */
  flush(): void {
    if (this.#pendingBytes > 0) writeSync(this.#file, Buffer.concat(this.#pending));
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  /** @returns the string at `index`, or null when `index` is out of range */
  get(index: number): string | null {
    const from = this.#starts[index];
    const to = this.#starts[index + 1];
    if (!(index >= 0 && index < this.#count) || from === undefined || to === undefined) return null;
    const first = Math.floor(from / BLOCK);
    const last = Math.floor(Math.max(from, to - 1) / BLOCK);
    const blocks: Buffer[] = [];
    for (let at = first; at <= last; at += 1) blocks.push(this.#block(at));
    const [only] = blocks;
    const bytes = blocks.length === 1 && only ? only : Buffer.concat(blocks);
    return bytes.toString('utf8', from - first * BLOCK, to - first * BLOCK);
  }

  #block(at: number): Buffer {
    const kept = this.#blocks.get(at);
    if (kept) return kept;
    const bytes = Buffer.alloc(BLOCK);
    readSync(this.#file, bytes, 0, BLOCK, at * BLOCK);
    if (this.#blocks.size >= BLOCKS_KEPT) {
      // A Map iterates in insertion order, so its first key is the oldest block.
      const [oldest] = this.#blocks.keys();
      if (oldest !== undefined) this.#blocks.delete(oldest);
    }
    this.#blocks.set(at, bytes);
    return bytes;
  }
}
