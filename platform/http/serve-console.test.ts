import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { compressFolder } from '../build/compress.ts';
import { scratchFolder } from '../test/scratch.ts';
import { secureHeaders } from './secure-headers.ts';
import { serveConsole } from './serve-console.ts';

const folder = scratchFolder();
const script = `export const words = '${'leads and offers '.repeat(200)}';`;
mkdirSync(path.join(folder, 'assets'));
writeFileSync(path.join(folder, 'index.html'), `<title>${'console '.repeat(200)}</title>`);
writeFileSync(path.join(folder, 'assets/index-abc123.js'), script);
writeFileSync(path.join(folder, 'assets/small.js'), 'export {};');
compressFolder(folder);

const app = Fastify();
secureHeaders(app);
await serveConsole(app, folder);
afterAll(async () => {
  await app.close();
});

const get = (url: string, encoding?: string) =>
  app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });

test('sends a script in the best encoding of the browser, and as immutable', async () => {
  const plain = await get('/assets/index-abc123.js');
  expect(plain.body).toBe(script);
  expect(plain.headers['content-encoding']).toBeUndefined();
  const gzip = await get('/assets/index-abc123.js', 'gzip');
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(script);
  const brotli = await get('/assets/index-abc123.js', 'gzip, br');
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script);
  for (const answer of [plain, gzip, brotli]) {
    expect(answer.headers['cache-control']).toContain('immutable');
    expect(answer.headers['content-type']).toMatch(/javascript/);
    expect(answer.headers['vary']).toContain('accept-encoding');
  }
  expect((await get('/assets/small.js', 'br')).headers['content-encoding']).toBeUndefined();
});

test('sends the page for every path that is neither a file nor a call, without caching', async () => {
  for (const url of ['/', '/leads/1', '/assets-of-mine']) {
    const answer = await get(url, 'br');
    expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('console');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
  }
  expect((await app.inject({ method: 'HEAD', url: '/leads/1' })).statusCode).toBe(200);
  expect((await get('/api/nothing')).statusCode).toBe(404);
});

test('refuses a file of another version, so that it is not taken for code', async () => {
  for (const url of ['/assets/index-of-another.js', '/assets/', '/assets?x'])
    expect((await get(url)).statusCode, url).toBe(404);
});
