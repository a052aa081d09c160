import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** What is text, and worth the bytes of a second header. */
const texts = /\.(?:js|css|html|svg|json)$/;
const LEAST_BYTES = 1024;

/** Writes each text of a folder once more as .br and .gz beside it, so that a server need not compress while it serves. */
export function compressFolder(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!texts.test(name)) continue;
    const file = path.join(folder, name);
    const bytes = readFileSync(file);
    if (bytes.length < LEAST_BYTES) continue;
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    // Quality 9 of 11: a tenth of the time of 11 for a few percent of its size.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  }
}
