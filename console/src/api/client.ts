import type { Failure, Pagination } from '@crm/contracts/answer.ts';
import type { Answered, Endpoint, Sent } from '@crm/contracts/endpoint.ts';
import { MIN_POSITION_HEADER, POSITION_HEADER, STALE_HEADER } from '@crm/contracts/headers.ts';
import type { Address, AddressOf } from './address.ts';
import { CallError, type FieldErrors } from './errors.ts';
import { exchange, jsonIn, parsed, type Reply, textIn } from './exchange.ts';
import { rememberPosition, seenPosition } from './position.ts';
import { reportSubscription } from './subscriptionIssue.ts';
import { dropToken, readToken } from './token.ts';
import { urlOf } from './url.ts';

type PartOf<E extends Endpoint, P extends 'params' | 'query' | 'body'> = E extends { [K in P]: object }
  ? { [K in P]: Sent<E, P> }
  : { [K in P]?: never };

/** The arguments of a call to this endpoint; parts that the contract does not declare are a type error. */
export type Input<E extends Endpoint> = PartOf<E, 'params'> & PartOf<E, 'query'> & PartOf<E, 'body'>;

export type Answer<E extends Endpoint> = {
  data: Answered<E>;
  message: string | null;
  /** Position in the event history that the answer reflects; null when the server sent none. */
  position: string | null;
  /** The read model is behind the position that this browser has seen; read again soon. */
  stale: boolean;
  pagination: E extends { paged: true } ? Pagination : null;
};

export type CallOptions = {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** The longest wait for a sign of the server. Default: 30 s. */
  silenceMs?: number;
};

/**
 * Calls an endpoint and returns its answer; throws a CallError for a refusal or an unreachable server. A 401
 * outside sign-in means that the session ended: the token is dropped and the guards redirect to /login.
 */
export async function call<E extends Endpoint>(
  endpoint: E | AddressOf<E>,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const token = readToken();
  const reply = await send(endpoint, input, token, options);
  return answerOf(endpoint, token, reply, jsonIn(reply.body));
}

type Received = { status: number; headers: Headers };

/** The text of a successful response, of any shape. */
export type TextAnswer = { text: string } & Pick<Answer<Endpoint>, 'position' | 'stale'>;

/** Calls an endpoint whose answer may have another shape than its contract says; throws as `call` does. */
export async function callForText<E extends Endpoint>(
  endpoint: E | AddressOf<E>,
  input: Input<E>,
  options: CallOptions = {},
): Promise<TextAnswer> {
  const token = readToken();
  const reply = await send(endpoint, input, token, options);
  const text = textIn(reply.body);
  throwRefusal(endpoint, token, reply, parsed(text));
  return { text, position: reply.headers.get(POSITION_HEADER), stale: isStale(reply.headers) };
}

/**
 * Converts a response into an answer, or throws the CallError that it describes. A success without its answer
 * (cut off, or sent by a proxy) is no refusal: the command may have taken effect.
 */
export function answerOf<E extends Endpoint>(
  endpoint: E | AddressOf<E>,
  token: string | null,
  reply: Received,
  body: unknown,
): Answer<E> {
  const { headers } = reply;
  const position = headers.get(POSITION_HEADER);
  // A refusal also has a position: that of the state which caused it. The next read must include it.
  if (endpoint.method !== 'GET') rememberPosition(position);
  throwRefusal(endpoint, token, reply, body);
  if (!isSuccess(body)) throw new CallError({ kind: 'unreachable', reason: 'incomplete' });
  return {
    // Casts: the server checked its answer against the same contract before sending it.
    data: body.data as Answered<E>,
    pagination: (body.pagination ?? null) as Answer<E>['pagination'],
    message: body.message ?? null,
    position,
    stale: isStale(headers),
  };
}

const isStale = (headers: Headers) => headers.get(STALE_HEADER) === 'true';

/** Throws if the response is a refusal. A 401 ends the session of its token. */
function throwRefusal(
  endpoint: Address,
  token: string | null,
  { status, headers }: Received,
  body: unknown,
): void {
  if (status < 300) return;
  if (status === 401 && endpoint.path !== '/auth/login' && token !== null) dropToken(token);
  if (typeof body === 'object' && body !== null && 'subscriptionStatus' in body)
    reportSubscription(body.subscriptionStatus, token);
  throw refusal(status, body, isStale(headers));
}

/** Sends the request and returns any response; throws a CallError when none arrives completely. */
export function send(
  endpoint: Address,
  input: { params?: unknown; query?: unknown; body?: unknown },
  token: string | null,
  options: CallOptions,
): Promise<Reply> {
  const headers = headersOf(endpoint, token, options);
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  const body = input.body === undefined ? null : JSON.stringify(input.body);
  const request = { method: endpoint.method, headers, body };
  return exchange(urlOf(endpoint.path, input), request, options.signal, options.silenceMs);
}

/** Headers of a call: token, minimum position for reads, idempotency key for commands. */
export function headersOf(endpoint: Address, token: string | null, options: CallOptions): Headers {
  const headers = new Headers({ accept: 'application/json' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  const position = seenPosition();
  if (endpoint.method === 'GET' && position !== null) headers.set(MIN_POSITION_HEADER, position);
  return headers;
}

type SuccessBody = { success: true; data: unknown; message?: string; pagination?: unknown };

function isSuccess(body: unknown): body is SuccessBody {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === true;
}

/** A message without a code, for example of a proxy, is shown too. By hand: the first screen does not load the schemas. */
function refusal(status: number, body: unknown, stale: boolean): CallError {
  const sent: { [K in keyof Failure]?: unknown } = typeof body === 'object' && body !== null ? body : {};
  const message = typeof sent.message === 'string' ? sent.message : null;
  const code = typeof sent.code === 'string' ? sent.code : null;
  return new CallError({ kind: 'refused', status, message, code, errors: fieldTexts(sent.errors), stale });
}

/** Texts by field; a list, as an upload answers, is not by field. */
function fieldTexts(errors: unknown): FieldErrors {
  if (typeof errors !== 'object' || errors === null || Array.isArray(errors)) return {};
  const texts = Object.entries(errors).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(texts);
}
