import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '@crm/platform/net/listen.ts';

/** One request as the partner received it. */
export type Receipt = {
  /** The path identifies the postback. */
  path: string;
  /** webhook-id */
  delivery: string;
  body: string;
  bodyHash: string;
  /** Whether the signature matches the secret of the path. */
  signed: boolean;
  at: number;
};

/** The sink's response: a status with headers, or none until the connection is closed. */
type Answer =
  | { status: number; headers?: Record<string, string>; afterMs?: number; after?: Promise<unknown> }
  | 'silence';

export type Sink = {
  url: string;
  receipts: Receipt[];
  /** The signing secret per path. */
  secretOf: Map<string, string>;
  /** Called per request; the default is 200. */
  answer: (receipt: Receipt) => Answer;
  /** Requests that were answered with a 2xx, after the response was fully written. */
  answered: Receipt[];
  /** Closes every connection, also those with unanswered requests. */
  hangUp: () => void;
  close: () => Promise<void>;
};

export const hashOf = (body: string) => createHash('sha256').update(body).digest('hex');

/**
 * A partner's endpoint on 127.0.0.1. It verifies signatures as docs/postbacks.md describes and records each request.
 */
export async function openSink(): Promise<Sink> {
  const sink: Omit<Sink, 'url' | 'hangUp' | 'close'> = {
    receipts: [],
    answered: [],
    secretOf: new Map(),
    answer: () => ({ status: 200 }),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => receive(sink, request, Buffer.concat(chunks).toString('utf8'), response));
    request.on('error', () => {});
  });
  const port = await listen(server);
  return Object.assign(sink, {
    url: `http://127.0.0.1:${port}`,
    hangUp: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function receive(
  sink: Omit<Sink, 'url' | 'hangUp' | 'close'>,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
) {
  const path = request.url ?? '';
  const header = (name: string) => String(request.headers[name] ?? '');
  const receipt: Receipt = {
    path,
    delivery: header('webhook-id'),
    body,
    bodyHash: hashOf(body),
    signed: isSigned(sink.secretOf.get(path.split('?')[0] ?? ''), header, body),
    at: Date.now(),
  };
  sink.receipts.push(receipt);
  const answer = sink.answer(receipt);
  if (answer === 'silence') return;
  const { status, headers, afterMs = 0, after = sleep(afterMs) } = answer;
  void after.then(() => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end('{"ok":true}', () => {
      if (status < 300) sink.answered.push(receipt);
    });
  });
}

/** Implemented again from the specification, so that it does not share the sender's mistakes. */
function isSigned(secret: string | undefined, header: (name: string) => string, body: string): boolean {
  if (secret === undefined) return false;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${header('webhook-id')}.${header('webhook-timestamp')}.${body}`;
  const expected = createHmac('sha256', key).update(signed).digest();
  return header('webhook-signature')
    .split(' ')
    .some((signature) => {
      const [version, text = ''] = signature.split(',');
      const given = Buffer.from(text, 'base64');
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
    });
}
