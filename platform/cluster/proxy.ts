import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { refusals } from '@crm/contracts/refusals.ts';
import { HEAD_LIMIT } from '../http/head-limit.ts';
import { listen } from '../net/listen.ts';
import { addressIn } from '../net/public-address.ts';
import type { Route } from './kinds.ts';
import { openTargets, type Target } from './targets.ts';

export type ReverseProxy = {
  port: number;
  /** Resolves when this process answers 200 on /readyz and gets calls. */
  untilUp: (port: number, signal: AbortSignal) => Promise<void>;
  /** A process was stopped: it gets no calls until it is ready again. */
  stopped: (port: number) => void;
  /** Ends the connections of sockets, and waits for running calls, at most CLOSE_MS. */
  close: () => Promise<void>;
};

/** Longer than a call takes, other than a download of a large file over a slow line. */
const CLOSE_MS = 30_000;

/**
 * A small reverse proxy: the one address of a cluster. A call that no process has received is sent to the next process
 * of its kind; a GET also when its process ended before it answered, or refused it with 503: while one process builds a read
 * model of a newer version, the others still have the older one. Any other call may have been executed, so the caller
 * gets 502 and decides about a repetition.
 */
export async function openProxy(options: {
  host: string;
  /** 0 is any free port. */
  port: number;
  route: Route;
  targets: readonly Target[];
  /** Addresses or CIDRs of peers whose X-Forwarded-For is kept (TRUST_PROXY). */
  trust: readonly string[];
  /** Another CLOSE_MS, for tests. */
  closeMs?: number;
}): Promise<ReverseProxy> {
  const { route, closeMs = CLOSE_MS } = options;
  const isTrusted = addressIn(options.trust);
  const targets = openTargets(options.targets);
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 256 });
  const upgraded = new Set<Duplex>();
  /** From then on, connections end with their answer: a client that keeps calling would keep the server from closing. */
  let isClosing = false;

  function forward(call: IncomingMessage, answer: ServerResponse) {
    const { method = 'GET', url = '/' } = call;
    if (isClosing) answer.shouldKeepAlive = false;
    const [path = '/'] = url.split('?');
    const from = forwardedFor(call, isTrusted);
    const candidates = targets.forCall(route(method, path), stickyTo(url, from));
    const mayRepeat = method === 'GET' || method === 'HEAD';
    const headers = { ...call.headers, 'x-forwarded-for': from, connection: 'keep-alive' };
    if (mayRepeat) {
      // Their body is dropped: with its length alone, a process would take the next call on the connection for the body.
      delete headers['content-length'];
      delete headers['transfer-encoding'];
      call.resume();
    }
    const tryNext = () => {
      const target = candidates.shift();
      if (!target) return refuse(answer, 503);
      let isSent = false;
      const upstream = send({ host: '127.0.0.1', port: target.port, method, path: url, headers, agent });
      const abandon = () => upstream.destroy();
      answer.once('close', abandon);
      upstream.once('socket', (socket) => {
        const begin = () => {
          isSent = true;
          if (mayRepeat) upstream.end();
          else call.pipe(upstream);
        };
        if (socket.connecting) socket.once('connect', begin);
        else begin();
      });
      upstream.once('response', (got) => {
        if (got.statusCode === 503 && mayRepeat && candidates.length > 0) {
          answer.off('close', abandon);
          got.resume();
          tryNext();
          return;
        }
        const { connection: _, 'keep-alive': __, ...answered } = got.headers;
        if (isClosing) answer.shouldKeepAlive = false;
        answer.writeHead(got.statusCode ?? 502, answered);
        got.pipe(answer);
        got.once('error', () => answer.destroy());
      });
      upstream.once('error', () => {
        answer.off('close', abandon);
        if (!isSent) targets.refused(target);
        if (answer.headersSent || answer.destroyed) answer.destroy();
        else if (!isSent || mayRepeat) tryNext();
        else {
          call.unpipe(upstream);
          call.resume();
          refuse(answer, 502);
        }
      });
    };
    tryNext();
  }

  function upgrade(call: IncomingMessage, near: Duplex, head: Buffer) {
    const from = forwardedFor(call, isTrusted);
    const candidates = targets.forCall('projections', stickyTo(call.url ?? '', from));
    near.on('error', () => {});
    const tryNext = () => {
      const target = candidates.shift();
      if (!target) return void near.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n');
      const far = connect(target.port, '127.0.0.1');
      let isConnected = false;
      far.once('connect', () => {
        isConnected = true;
        upgraded.add(near);
        far.write(headOf(call, from));
        far.write(head);
        near.pipe(far).pipe(near);
      });
      near.once('close', () => {
        upgraded.delete(near);
        far.destroy();
      });
      far.on('error', () => {
        if (isConnected) return;
        targets.refused(target);
        tryNext();
      });
      far.once('close', () => {
        if (isConnected) near.destroy();
      });
    };
    tryNext();
  }

  const server = createServer({ maxHeaderSize: HEAD_LIMIT }, forward).on('upgrade', upgrade);
  const port = await listen(server, options.port, options.host);
  return {
    port,
    untilUp: targets.untilUp,
    stopped: targets.stopped,
    async close() {
      isClosing = true;
      for (const each of upgraded) each.destroy();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const late = setTimeout(() => server.closeAllConnections(), closeMs);
      await closed;
      clearTimeout(late);
      targets.close();
      agent.destroy();
    },
  };
}

/** The addresses that a call came through: those that a trusted peer names, then the peer's own. */
function forwardedFor({ socket, headers }: IncomingMessage, isTrusted: (address: string) => boolean): string {
  const peer = socket.remoteAddress ?? '';
  const before = headers['x-forwarded-for'];
  return before && isTrusted(peer) ? `${before}, ${peer}` : peer;
}

/** A long-polling session of Socket.IO exists in one process, so its calls follow the address; all others may go anywhere. */
function stickyTo(url: string, address: string): string | null {
  return url.startsWith('/socket.io/') && /[?&](?:sid=|transport=polling)/.test(url) ? address : null;
}

function headOf({ method, url, rawHeaders }: IncomingMessage, from: string): string {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let n = 0; n < rawHeaders.length; n += 2)
    if (rawHeaders[n]?.toLowerCase() !== 'x-forwarded-for')
      lines.push(`${rawHeaders[n]}: ${rawHeaders[n + 1]}`);
  return `${[...lines, `x-forwarded-for: ${from}`].join('\r\n')}\r\n\r\n`;
}

/** 503: no process has received the call. 502: one may have executed it. */
function refuse(answer: ServerResponse, status: 502 | 503): void {
  const { message } = refusals.unavailable;
  answer
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' })
    .end(JSON.stringify({ success: false, message, code: 'unavailable' }));
}
