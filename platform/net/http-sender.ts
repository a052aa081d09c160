import { storable } from '@crm/events/language/text.ts';
import { Agent, type Dispatcher, errors, request } from 'undici';
import { whenQuiet } from '../failures/quiet.ts';
import { AddressRefused, guardedConnector, NameUnknown } from './guarded-connect.ts';
import { addressGuard } from './public-address.ts';
import { dnsResolver } from './resolve.ts';
import type { Outgoing, Sender, SenderOptions, Sent, Unanswered } from './send.ts';

const BODY_LIMIT = 64 * 1024;
const HEADERS_LIMIT = 16 * 1024;
/** A connection attempt that takes longer is given up. */
const CONNECT_MS = 10_000;

/** Opens the sender of `openSender` (open-sender.ts). */
export function openHttpSender({ allow, resolve = dnsResolver() }: SenderOptions): Sender {
  const agent = new Agent({
    connect: guardedConnector(addressGuard(allow), resolve, CONNECT_MS),
    pipelining: 1,
    maxHeaderSize: HEADERS_LIMIT,
    // `send` enforces one deadline for everything.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    send: (outgoing, signal) => send(agent, outgoing, signal),
    close: () => agent.destroy(),
  };
}

async function send(agent: Agent, outgoing: Outgoing, signal?: AbortSignal): Promise<Sent> {
  const { method, url, headers, body, timeoutMs } = outgoing;
  const started = performance.now();
  const ms = () => Math.round(performance.now() - started);
  const ended = new AbortController();
  const giveUp = () => ended.abort();
  // An answer that came while this process was held up is one: a delivery may have no further attempt.
  const limit = whenQuiet(timeoutMs, giveUp);
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp(); // while this module was loaded
  let status: number | null = null;
  try {
    if (!/^https?:\/\//i.test(url)) return { kind: 'refused', reason: 'Only http and https are sent', ms: 0 };
    const asking = request(url, {
      dispatcher: agent,
      method,
      // Not decompressed, so that a small answer cannot become a large one.
      headers: { 'accept-encoding': 'identity', ...headers },
      body,
      signal: ended.signal,
    });
    const answer = await unlessAborted(asking, ended.signal);
    status = answer.statusCode;
    const { text, cut } = await textOf(answer);
    return { kind: 'answered', status, headers: flat(answer.headers), body: text, cut, ms: ms() };
  } catch (error) {
    if (ended.signal.aborted) {
      const reason = signal?.aborted
        ? 'Cut off: this program is stopping'
        : `Not answered within ${timeoutMs} ms`;
      return { kind: 'unanswered', why: 'timeout', reason, status, ms: ms() };
    }
    return failureOf(error, status, ms());
  } finally {
    limit.stop();
    signal?.removeEventListener('abort', giveUp);
  }
}

/** Rejects at once on abort. During a connect, undici reacts to an abort only after it; it then sends nothing. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
    work.then(resolve, reject);
  });
}

/** Reads a body up to the limit; the rest is not read, and its connection is closed. */
async function textOf({ body, headers }: Dispatcher.ResponseData): Promise<{ text: string; cut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > BODY_LIMIT) break;
  }
  const cut = size > BODY_LIMIT;
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity' && size > 0)
    return { text: `[${cut ? 'more than ' : ''}${size} bytes of ${encoding}, not unpacked]`, cut };
  // A character that the limit cuts in two is dropped.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const text = decoder.decode(Buffer.concat(chunks).subarray(0, BODY_LIMIT), { stream: cut });
  return { text: storable(text), cut };
}

function flat(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

function failureOf(error: unknown, status: number | null, ms: number): Sent {
  const { message, code } = detailsOf(error);
  if (error instanceof AddressRefused) return { kind: 'refused', reason: message, ms };
  if (error instanceof errors.InvalidArgumentError)
    return { kind: 'refused', reason: `It cannot be sent: ${message}`, ms };
  const unanswered = (why: Unanswered, reason: string): Sent => ({
    kind: 'unanswered',
    why,
    reason,
    status,
    ms,
  });
  if (error instanceof NameUnknown) return unanswered('name', message);
  if (error instanceof errors.HeadersOverflowError)
    return unanswered('answer', `The answer has more than ${HEADERS_LIMIT / 1024} KiB of headers`);
  if (error instanceof errors.ConnectTimeoutError)
    return unanswered('timeout', `Not connected within ${CONNECT_MS} ms`);
  if (/^(?:ERR_SSL|ERR_TLS|CERT_|DEPTH_|SELF_|UNABLE_)|^EPROTO$/.test(code))
    return unanswered('tls', `TLS failed: ${message}`);
  if (error instanceof errors.HTTPParserError || error instanceof errors.ResponseContentLengthMismatchError)
    return unanswered('answer', `The answer is not HTTP: ${message}`);
  if (status !== null) return unanswered('answer', 'The connection broke in the middle of the answer');
  return unanswered('connection', socketReasons[code] ?? message);
}

const CLOSED = 'The connection was closed before an answer came';
const UNREACHABLE = 'The address cannot be reached';
/** The error codes of sockets in words, for admins who read them in the log of a postback. */
const socketReasons: Partial<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ETIMEDOUT: 'The address did not answer the attempt to connect',
};

/** The message and code of an error; for several addresses, those of the first. */
function detailsOf(error: unknown): { message: string; code: string } {
  const one: unknown = error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
  if (!(one instanceof Error)) return { message: String(one), code: '' };
  return { message: one.message, code: 'code' in one ? String(one.code) : '' };
}
