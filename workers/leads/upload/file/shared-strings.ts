import { randomUUID } from 'node:crypto';
import { openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const BLOCK = 64 * 1024;
const BLOCKS_KEPT = 256;
/** More strings than a sheet of the most rows has cells of text, by far. */
const MOST = 10_000_000;

/**
 * The texts that the cells of a workbook point to, as many as there are: on disk, with 16 MB of it in memory. Cells ask
 * for them mostly in the order in which they were written, so that most are found in a block that is at hand.
 */
export class SharedStrings {
  readonly #file: number;
  /** Where each text begins, and at the end where the next one would. */
  #starts = new Float64Array(1024);
  #count = 0;
  #size = 0;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  readonly #blocks = new Map<number, Buffer>();

  /** In a file without a name: it is gone with its process, however that ends. */
  constructor() {
    const named = path.join(tmpdir(), `crm-upload-${randomUUID()}`);
    this.#file = openSync(named, 'wx+', 0o600);
    rmSync(named);
  }

  /** False when there are too many. */
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

  /** To be called before the first `get`. */
  flush(): void {
    if (this.#pendingBytes > 0) writeSync(this.#file, Buffer.concat(this.#pending));
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  /** The text by its number; null when there is none. */
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
      // The one that has been there longest.
      const [oldest] = this.#blocks.keys();
      if (oldest !== undefined) this.#blocks.delete(oldest);
    }
    this.#blocks.set(at, bytes);
    return bytes;
  }
}
