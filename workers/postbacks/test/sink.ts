import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** One request as the partner saw it. */
export type Receipt = {
  /** The path: which postback it came by. */
  path: string;
  /** webhook-id */
  delivery: string;
  body: string;
  bodyHash: string;
  /** Whether the signature is that of the secret of its path. */
  signed: boolean;
  at: number;
};

/** What the partner does with a request: answers a status, with headers, or keeps silent until it is hung up on. */
type Answer =
  | { status: number; headers?: Record<string, string>; afterMs?: number; after?: Promise<unknown> }
  | 'silence';

export type Sink = {
  url: string;
  receipts: Receipt[];
  /** Tells the sink the secret of a path. */
  secretOf: Map<string, string>;
  /** Asked for each request; 200 unless it says otherwise. */
  answer: (receipt: Receipt) => Answer;
  /** Requests that were answered with a 2xx, the answer written whole. */
  answered: Receipt[];
  /** Closes every connection, in the middle of what was not answered. */
  hangUp: () => void;
  close: () => Promise<void>;
};

export const hashOf = (body: string) => createHash('sha256').update(body).digest('hex');

/** An honest partner's endpoint on 127.0.0.1: it verifies what it gets as docs/postbacks.md says, and keeps a book of it. */
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
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

/** Written anew from the specification, so that it does not share the sender's mistakes. */
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
