import { MIN_POSITION_HEADER } from '@crm/contracts/headers.ts';
import { texts } from '@crm/contracts/texts.ts';
import { cutText, isStorable, storable } from '@crm/events/language/text.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../access/access.ts';
import { laterOf, type Position } from '../event-store/port.ts';
import type { Caller, RequestOrigin } from './caller.ts';
import { checkInput } from './check-input.ts';
import { bearerToken, callerOf } from './credentials.ts';
import { keepingFile } from './keeping-file.ts';
import { jsonOf } from './read-body.ts';
import { receiveForm, type SentFile } from './receive-form.ts';
import type { CountRefused } from './refused-calls.ts';
import { isRefused, type Result, refused } from './result.ts';
import type { Route } from './route.ts';

export type RequestAccess = Pick<Access, 'apiKeyOf' | 'callerOf' | 'guardOf' | 'keepPosition'>;

type AdmittedRequest = {
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
  access: RequestAccess;
};

/**
 * Runs a request: authenticates the caller, applies the policy, checks the input by the contract and runs the route.
 *
 * @param group the routes of one method and path: the request's credential decides between them
 * @param countRefused gets a refused command, for the audit history
 */
export async function runRequest(
  group: readonly Route[],
  request: FastifyRequest,
  reply: FastifyReply,
  { access, countRefused }: { access: RequestAccess; countRefused: CountRefused },
): Promise<Result> {
  const credential = request.headers.authorization === undefined ? 'apiKey' : 'session';
  const route = group.find(({ policy }) => policy.credential === credential) ?? group[0];
  if (!route) return refused('no-such-call');
  const { endpoint } = route;
  const rawBody = Buffer.isBuffer(request.body) ? request.body : null;
  const caller = await callerOf(route, request, rawBody, access);
  const result = isRefused(caller)
    ? caller
    : await runWithBody(route, rawBody, { caller, request, reply, access });
  if (result.kind === 'refused' && endpoint.method !== 'GET')
    countRefused({
      caller: isRefused(caller) ? null : caller,
      call: `${endpoint.method} ${endpoint.path}`,
      refusal: result.refusal,
    });
  return result;
}

/** @param rawBody of a signed call, whose body is parsed only here */
function runWithBody(
  route: Route,
  rawBody: Buffer | null,
  admitted: AdmittedRequest,
): Result | Promise<Result> {
  const { caller, request, reply } = admitted;
  const { files, endpoint } = route;
  const run = (form: Form) => runChecked(route, form, admitted);
  if (endpoint.file && files && request.isMultipart()) {
    const { file } = endpoint;
    return keepingFile(files, caller, async (keep) => {
      const form = await receiveForm(request, reply, file, keep);
      return isRefused(form) ? form : run(form);
    });
  }
  const fields = rawBody ? jsonOf(rawBody, request.headers['content-type'] ?? '') : { value: request.body };
  return fields ? run({ fields: fields.value, file: null }) : refused('bad-json');
}

/** The fields of a request's body, and the file that was stored with it. */
type Form = { fields: unknown; file: SentFile | null };

async function runChecked(
  { endpoint, policy, run }: Route,
  form: Form,
  { caller, request, reply, access }: AdmittedRequest,
): Promise<Result> {
  const { params, query } = request;
  const checked = checkInput(endpoint, { params, query, body: form.fields });
  if (checked.kind === 'bad') return refused('bad-input', { errors: checked.errors });

  const errors = wrongKeys(request);
  if (errors) return refused('bad-input', { errors });
  // The position is not validated: a position that a client invented only makes that client wait.
  const sent = header(request, MIN_POSITION_HEADER) as Position | null;
  const minPosition = laterOf(sent, caller.kind === 'user' ? caller.position : null);
  const result = await run({
    caller,
    origin: originOf(request),
    guard: access.guardOf(caller, policy),
    // checkInput has parsed them by the contract; `Route` does not have the contract's types.
    params: checked.params as undefined,
    query: checked.query as undefined,
    body: checked.body as undefined,
    file: form.file,
    idempotencyKey: header(request, 'idempotency-key'),
    token: bearerToken(request.headers.authorization),
    minPosition,
    signal: () => leaving(reply),
  });
  const position = 'position' in result ? result.position : null;
  if (caller.kind === 'user' && position && position !== minPosition)
    await access.keepPosition(caller, position);
  return result;
}

/** Aborts when the client closes the connection before its answer. */
function leaving({ raw }: FastifyReply): AbortSignal {
  if (raw.closed) return AbortSignal.abort();
  const left = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort();
  });
  return left.signal;
}

function header(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

const LONGEST_KEY = 200;

/** Checks headers with keys by the same rules as fields; returns the errors by header. */
function wrongKeys(request: FastifyRequest): Record<string, string> | null {
  const wrong = ['Idempotency-Key', 'X-API-Key'].flatMap((name): [string, string][] => {
    const key = header(request, name.toLowerCase()) ?? '';
    if (key.length > LONGEST_KEY) return [[name, texts.atMost(LONGEST_KEY)]];
    return isStorable(key) ? [] : [[name, texts.badCharacters]];
  });
  return wrong.length > 0 ? Object.fromEntries(wrong) : null;
}

function originOf(request: FastifyRequest): RequestOrigin {
  return {
    ip: request.ip,
    userAgent: description(request, 'user-agent', 500),
    referer: description(request, 'referer', 1000),
    requestId: request.id,
    traceparent: request.span?.traceparent,
  };
}

/** A header that only describes the caller. It is cut and made storable, because it must not refuse a lead. */
function description(request: FastifyRequest, name: string, most: number): string | null {
  const value = header(request, name);
  return value === null ? null : cutText(storable(value), most);
}
