import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openLog } from '../log/log.ts';
import { portOf } from '../net/listen.ts';
import { createServer } from './server.ts';
import { refuseSlowBodies } from './slow-bodies.ts';

const log = openLog('silent');
const app = await createServer({ log, trustProxy: [] });
await app.register(multipart);
app.post('/things', () => ({ success: true }));
/** Answers before the body has arrived, and keeps the connection open. */
const answerEarly = async (_: FastifyRequest, reply: FastifyReply) => {
  reply.hijack();
  reply.raw.writeHead(401).end();
};
app.post('/early', { onRequest: answerEarly }, () => '');
app.post('/files', async (request) => {
  let size = 0;
  for await (const part of request.parts())
    if (part.type === 'file') for await (const chunk of part.file) size += chunk.length;
  return { success: true, size };
});
/** Lets the call read its body; until then, the server is slower than the sender. */
let letGo = () => {};
const held = new Promise<void>((resolve) => {
  letGo = resolve;
});
app.post('/busy', { onRequest: () => held }, () => ({ success: true }));

const CHECK_MS = 5;
/** Checks per window; at least 100 bytes must arrive in a window. */
const CHECKS = 8;
refuseSlowBodies(app.server, { bytes: 100, windowMs: CHECKS * CHECK_MS, checkEveryMs: CHECK_MS });
await app.listen({ port: 0, host: '127.0.0.1' });
const impatient = await createServer({ log, trustProxy: [], headersMs: 100 });
await impatient.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => Promise.all([app.close(), impatient.close()]));

let socket: Socket;
let answer: string;
let closed: boolean;
afterEach(() => socket.destroy());

/** Opens a connection and sends the first part of a request. */
function begin(request: string, { server }: typeof app = app): void {
  answer = '';
  closed = false;
  socket = connect(portOf(server), '127.0.0.1');
  socket.on('data', (text) => (answer += text));
  socket.on('error', () => {}); // a write after the server closed the connection
  socket.on('close', () => (closed = true));
  socket.write(request);
}

const json = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
const form = 'POST /files HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n';
const file = '--b\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\n';

/** Sends a character every few milliseconds until the server closes the connection. */
async function trickle(): Promise<void> {
  const timer = setInterval(() => socket.write(' '), CHECK_MS);
  await expect.poll(() => closed, { interval: 5 }).toBe(true);
  clearInterval(timer);
}

const tooSlow = {
  success: false,
  code: 'too-slow',
  message: 'The request took too long to arrive. Please try again.',
};

test.each([
  ['JSON', json('/things', 1_000_000)],
  ['a form', json('/things', 1_000_000).replace('json', 'x-www-form-urlencoded')],
  [
    'a chunked body',
    json('/things', 0)
      .replace(/content-length: 0/, 'transfer-encoding: chunked')
      .concat('3e8\r\n'),
  ],
  ['a file', `${form}content-length: 1000000\r\n\r\n${file}`],
])('cuts off %s that trickles in, with 408', async (_, start) => {
  begin(start);
  await trickle();
  expect(answer).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toEqual(tooSlow);
});

test('cuts off a body that trickles in after its request was answered', async () => {
  begin(json('/early', 1_000_000));
  await trickle();
  expect(answer).toMatch(/^HTTP\/1.1 401 /);
  expect(answer).not.toContain('HTTP/1.1 408 ');
});

test('cuts off headers that trickle in, with 408', async () => {
  begin('POST /things HTTP/1.1\r\nx: ', impatient);
  await trickle();
  expect(answer).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
});

test('accepts a file that takes many windows at a sufficient pace', async () => {
  const content = 'x'.repeat(100);
  const end = '\r\n--b--\r\n';
  const parts = 60;
  begin(`${form}content-length: ${file.length + parts * content.length + end.length}\r\n\r\n${file}`);
  for (let sent = 0; sent < parts; sent += 1) {
    socket.write(content);
    await sleep(CHECK_MS);
  }
  socket.write(end);
  await expect.poll(() => answer).toContain(`{"success":true,"size":${parts * content.length}}`);
});

test('waits while the server itself does not read', async () => {
  begin(`${json('/busy', 11)}{"a":`);
  await once(app.server, 'request');
  // The timers run in the same process: at least this many checks have run.
  for (let checks = 0; checks < 3 * CHECKS; checks += 1) await sleep(CHECK_MS);
  letGo();
  socket.write('"bcd"}');
  await expect.poll(() => answer).toContain('{"success":true}');
});
