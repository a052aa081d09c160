import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { listen } from '../net/listen.ts';

const head = (status: string, ...headers: string[]) =>
  `HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n`;

/** Misbehaviour of a partner by path. Each function gets the socket after a request. */
const misdeeds: Record<string, (socket: Socket) => void> = {
  '/hang': () => {},
  '/drip': (socket) => {
    socket.write(head('200 OK', 'content-type: text/plain'));
    const dripping = setInterval(() => socket.write('.'), 1_000);
    socket.on('close', () => clearInterval(dripping));
  },
  '/drip-headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const dripping = setInterval(() => socket.write('x'), 1_000);
    socket.on('close', () => clearInterval(dripping));
  },
  '/emoji': (socket) => socket.end(`${head('200 OK', 'connection: close')}${'x'.repeat(64 * 1024 - 1)}😀`),
  '/infinite': (socket) => {
    socket.write(head('200 OK', 'content-type: text/plain'));
    pour(socket);
  },
  '/bomb': (socket) => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    socket.end(
      Buffer.concat([
        Buffer.from(head('200 OK', 'content-encoding: gzip', `content-length: ${bomb.length}`)),
        bomb,
      ]),
    );
  },
  '/headers': (socket) => {
    const many = Array.from({ length: 1_000 }, (_, n) => `x-${n}: ${'y'.repeat(1_000)}`);
    socket.end(head('200 OK', ...many));
  },
  '/reset': (socket) => {
    socket.write(`${head('200 OK', 'content-length: 1000')}half of`, () => socket.resetAndDestroy());
  },
  '/close': (socket) => socket.destroy(),
  '/garbage': (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
  '/no-content': (socket) => socket.end(head('204 No Content', 'connection: close')),
  '/redirect': (socket) =>
    socket.end(
      head(
        '301 Moved Permanently',
        'location: http://169.254.169.254/latest/meta-data/',
        'content-length: 0',
      ),
    ),
  '/gone': (socket) => socket.end(head('410 Gone', 'content-length: 0')),
  '/later': (socket) =>
    socket.end(head('429 Too Many Requests', 'retry-after: 315360000', 'content-length: 0')),
  '/nul': (socket) => socket.end(`${head('200 OK', 'content-length: 3')}a\0b`),
};

function pour(socket: Socket) {
  const chunk = 'x'.repeat(16_384);
  const more = () => {
    while (!socket.destroyed && socket.write(chunk)) {
      /* as fast as the receiver reads */
    }
  };
  socket.on('drain', more).on('error', () => {});
  more();
}

export type HostileSink = {
  /** Serves each misbehaviour under its path. */
  url: string;
  /** Listens, but never accepts a connection. */
  deafUrl: string;
  /** Answers without TLS on an https URL. */
  brokenTlsUrl: string;
  /** A normal server: answers 200 and counts its requests. */
  innocent: { port: number; requests: () => number };
  close: () => Promise<void>;
};

/** A misbehaving partner on 127.0.0.1. */
export async function hostileSink(): Promise<HostileSink> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    socket.once('data', (request) => {
      const path = request.toString('latin1').split(' ')[1] ?? '';
      misdeeds[path]?.(socket);
    });
  });
  const notTls = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\n\r\n');
  });
  let requests = 0;
  const innocent = createHttpServer((_, response) => {
    requests += 1;
    response.end('fine');
  });
  const deaf = await deafListener();
  const ports = [await listen(server), await listen(notTls), await listen(innocent)];
  return {
    url: `http://127.0.0.1:${ports[0]}`,
    brokenTlsUrl: `https://127.0.0.1:${ports[1]}/`,
    deafUrl: `http://127.0.0.1:${deaf.port}/`,
    innocent: { port: ports[2] ?? 0, requests: () => requests },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      innocent.closeAllConnections();
      for (const each of [server, notTls, innocent]) each.close();
      await deaf.close();
    },
  };
}

/** A thread that listens and then blocks, with a full backlog: no further connection is established. */
async function deafListener(): Promise<{ port: number; close: () => Promise<void> }> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const server = require('node:net').createServer();
     server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
     });`,
    { eval: true },
  );
  const [port] = await once(worker, 'message');
  const filling = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  return {
    port,
    close: async () => {
      for (const socket of filling) socket.destroy();
      await worker.terminate();
    },
  };
}
