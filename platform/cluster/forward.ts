import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import { refusals } from '@crm/contracts/refusals.ts';
import { forwardedFor, stickyTo } from './caller.ts';
import type { Route } from './kinds.ts';
import type { openTargets, Target } from './targets.ts';

/** The parts of the proxy that a call uses. */
export type Forwarding = {
  readonly route: Route;
  readonly targets: ReturnType<typeof openTargets>;
  readonly agent: Agent;
  readonly isTrusted: (address: string) => boolean;
  /** From then on, connections end with their answer: a client that keeps calling would keep the server from closing. */
  isClosing: boolean;
};

type Forwarded = {
  call: IncomingMessage;
  answer: ServerResponse;
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  /** A read has no effect: another process may execute it again. */
  mayRepeat: boolean;
  /** The processes that were not tried yet. */
  candidates: Target[];
};

/** Sends a call to the first process of its kind that takes it. */
export function forward(proxy: Forwarding, call: IncomingMessage, answer: ServerResponse): void {
  const { method = 'GET', url = '/' } = call;
  if (proxy.isClosing) answer.shouldKeepAlive = false;
  const [path = '/'] = url.split('?');
  const from = forwardedFor(call, proxy.isTrusted);
  const candidates = proxy.targets.forCall(proxy.route(method, path), stickyTo(url, from));
  const mayRepeat = method === 'GET' || method === 'HEAD';
  const headers = { ...call.headers, 'x-forwarded-for': from, connection: 'keep-alive' };
  if (mayRepeat) {
    // Their body is dropped: with its length alone, a process would take the next call on the connection for the body.
    delete headers['content-length'];
    delete headers['transfer-encoding'];
    call.resume();
  }
  tryNext(proxy, { call, answer, method, url, headers, mayRepeat, candidates });
}

function tryNext(proxy: Forwarding, forwarded: Forwarded): void {
  const { call, answer, method, url, headers, mayRepeat, candidates } = forwarded;
  const target = candidates.shift();
  if (!target) return void refuse(answer, 503);
  let isSent = false;
  const upstream = send({
    host: '127.0.0.1',
    port: target.port,
    method,
    path: url,
    headers,
    agent: proxy.agent,
  });
  const abandon = () => upstream.destroy();
  answer.once('close', abandon);
  onceConnected(upstream, () => {
    isSent = true;
    if (mayRepeat) upstream.end();
    else call.pipe(upstream);
  });
  upstream.once('response', (got) => {
    if (mayRepeat && candidates.length > 0 && othersMayHave(url, got.statusCode)) {
      answer.off('close', abandon);
      got.resume();
      return tryNext(proxy, forwarded);
    }
    if (proxy.isClosing) answer.shouldKeepAlive = false;
    passOn(got, answer);
  });
  upstream.once('error', () => {
    answer.off('close', abandon);
    if (!isSent) proxy.targets.refused(target);
    if (answer.headersSent || answer.destroyed) answer.destroy();
    else if (!isSent || mayRepeat) tryNext(proxy, forwarded);
    else {
      call.unpipe(upstream);
      call.resume();
      refuse(answer, 502);
    }
  });
}

/** Whether another process may answer what this one refused: its read model is being built, or the file is of another version's console. */
const othersMayHave = (url: string, status: number | undefined): boolean =>
  status === 503 || (status === 404 && url.startsWith('/assets/'));

/** Calls `begin` once the request has a connection to its process, which may be one that was kept alive. */
function onceConnected(upstream: ClientRequest, begin: () => void): void {
  upstream.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', begin);
    else begin();
  });
}

function passOn(got: IncomingMessage, answer: ServerResponse): void {
  const { connection: _, 'keep-alive': __, ...answered } = got.headers;
  answer.writeHead(got.statusCode ?? 502, answered);
  got.pipe(answer);
  got.once('error', () => answer.destroy());
}

/** 503: no process has received the call. 502: one may have executed it. */
function refuse(answer: ServerResponse, status: 502 | 503): void {
  const { message } = refusals.unavailable;
  answer
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' })
    .end(JSON.stringify({ success: false, message, code: 'unavailable' }));
}
