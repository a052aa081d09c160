import {
  MIN_POSITION_HEADER,
  POSITION_HEADER,
  REQUEST_ID_HEADER,
  STALE_HEADER,
} from '@crm/contracts/headers.ts';
import { refusals } from '@crm/contracts/refusals.ts';
import { texts } from '@crm/contracts/texts.ts';
import { cutText, isStorable, storable } from '@crm/events/language/text.ts';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import type { Access } from '../access/access.ts';
import { laterOf, type Position } from '../event-store/port.ts';
import type { KeptFile } from '../files/files.ts';
import { programMetrics } from '../metrics/program-metrics.ts';
import type { Caller, RequestOrigin } from './caller.ts';
import { checkInput } from './check-input.ts';
import { bearerToken, callerOf } from './credentials.ts';
import { keepingFile } from './keeping-file.ts';
import { type OverloadLimit, openOverloadLimit } from './overload.ts';
import { receiveForm } from './receive-form.ts';
import type { CountRefused } from './refused-calls.ts';
import { isRefused, type Refused, type Result, refused } from './result.ts';
import type { Route } from './route.ts';

type RequestAccess = Pick<Access, 'apiKeyOf' | 'callerOf' | 'guardOf' | 'keepPosition'>;

/**
 * Serves routes under /api. Two routes may share a method and path if one of them is for partners: it serves requests
 * without an Authorization header. A route without a policy does not start. `countRefused` gets the refused commands.
 */
export function mountRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  access: RequestAccess,
  countRefused: CountRefused = () => {},
): void {
  const overloadLimit = openOverloadLimit();
  for (const [, group] of groupByCall(routes)) {
    const [first] = group;
    if (!first) continue;
    const partners = group.some(({ policy }) => policy.credential === 'apiKey');
    if (partners) openToEveryOrigin(app, first.endpoint.path);
    const mounted = {
      method: first.endpoint.method,
      url: `/api${first.endpoint.path}`,
      config: { calls: group },
      // Before the body is read: browsers can read a refusal of the body, too, and a refusal costs little.
      ...(partners && { onRequest: [letPartnersRead, refuseOverload(first, overloadLimit)] }),
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const carryOut = () => answer(group, request, reply, access, countRefused);
        // Its body has arrived: a slow sender is not a post that waits.
        const result = partners && isPartners(request) ? overloadLimit.carryOut(carryOut) : carryOut();
        return send(reply, counted(first, await result));
      },
    };
    // A scope's content type parsers apply only to its own routes.
    const mountWith = (readBody: (scope: FastifyInstance) => void) =>
      void app.register((scope, _, done) => {
        readBody(scope);
        scope.route(mounted);
        done();
      });
    if (first.endpoint.file)
      mountWith((scope) => void scope.register(multipart, { throwFileSizeLimit: false }));
    else if (first.policy.credential === 'signature') mountWith(keepRawBody);
    else app.route(mounted);
  }
}

const refusalsTotal = new Counter({
  name: 'http_refusals_total',
  help: 'Calls under /api that were refused, by the code in the answer, such as rate-limited or api-key-wrong',
  labelNames: ['method', 'route', 'refusal'],
  registers: [programMetrics],
});

function counted({ endpoint }: Route, result: Result): Result {
  if (result.kind === 'refused')
    refusalsTotal.inc({ method: endpoint.method, route: `/api${endpoint.path}`, refusal: result.refusal });
  return result;
}

/** A signature covers the bytes as sent, so they are parsed only after it was verified. */
function keepRawBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** Only the partners' call is open to other origins, because landing pages post their leads from the browser. */
function openToEveryOrigin(app: FastifyInstance, path: string): void {
  app.options(`/api${path}`, (_request, reply) =>
    reply
      .headers({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type, idempotency-key, x-api-key',
        'access-control-max-age': '86400',
      })
      .code(204)
      .send(),
  );
}

/** On a call for partners and users: users have a token. */
const isPartners = ({ headers }: FastifyRequest): boolean => headers.authorization === undefined;

async function letPartnersRead(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!isPartners(request)) return;
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': `retry-after, ${REQUEST_ID_HEADER}`,
  });
}

/** Refuses a partner's post under overload before its body is read. It is not counted for the audit history. */
const refuseOverload =
  (route: Route, limit: OverloadLimit) => async (request: FastifyRequest, reply: FastifyReply) => {
    const refusal = isPartners(request) ? limit.refusal() : null;
    if (refusal) return send(reply, counted(route, refusal));
    return undefined;
  };

function groupByCall(routes: readonly Route[]): Map<string, Route[]> {
  const groups = new Map<string, Route[]>();
  for (const each of routes) {
    const call = `${each.endpoint.method} ${each.endpoint.path}`;
    if (!each.policy) throw new Error(`${call} declares no policy`);
    groups.set(call, [...(groups.get(call) ?? []), each]);
  }
  for (const [call, group] of groups) {
    const credentials = group.map(({ policy }) => policy.credential).sort();
    if (group.length > 1 && credentials.join() !== 'apiKey,session')
      throw new Error(`${call} is declared twice`);
  }
  return groups;
}

async function answer(
  group: readonly Route[],
  request: FastifyRequest,
  reply: FastifyReply,
  access: RequestAccess,
  countRefused: CountRefused,
): Promise<Result> {
  const credential = request.headers.authorization === undefined ? 'apiKey' : 'session';
  const chosen = group.find(({ policy }) => policy.credential === credential) ?? group[0];
  if (!chosen) return refused('no-such-call');
  const rawBody = Buffer.isBuffer(request.body) ? request.body : null;
  const caller = await callerOf(chosen.policy, chosen.endpoint, request, rawBody, access);
  const { endpoint, files } = chosen;
  const counted = (result: Result): Result => {
    if (result.kind === 'refused' && endpoint.method !== 'GET')
      countRefused({
        caller: isRefused(caller) ? null : caller,
        call: `${endpoint.method} ${endpoint.path}`,
        refusal: result.refusal,
      });
    return result;
  };
  if (isRefused(caller)) return counted(caller);

  const run = (form: Form) => runChecked(chosen, form, { caller, request, reply, access });
  if (endpoint.file && files && request.isMultipart()) {
    const { file } = endpoint;
    return counted(
      await keepingFile(files, caller, async (keep) => {
        const form = await receiveForm(request, reply, file, keep);
        return isRefused(form) ? form : run(form);
      }),
    );
  }
  const fields = rawBody ? parsed(rawBody) : { value: request.body };
  return counted(fields ? await run({ fields: fields.value, file: null }) : refused('bad-json'));
}

/** The JSON of a raw body; null when it is not JSON. An empty body has no value. */
function parsed(body: Buffer): { value: unknown } | null {
  if (body.length === 0) return { value: undefined };
  try {
    return { value: JSON.parse(body.toString('utf8')) };
  } catch {
    return null;
  }
}

/** The fields of a request's body, and the file that was stored with it. */
type Form = { fields: unknown; file: KeptFile | null };

async function runChecked(
  { endpoint, policy, run }: Route,
  form: Form,
  {
    caller,
    request,
    reply,
    access,
  }: { caller: Caller; request: FastifyRequest; reply: FastifyReply; access: RequestAccess },
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

function send(reply: FastifyReply, result: Result): FastifyReply {
  if (result.kind === 'refused') return sendRefused(reply, result);
  if (result.kind === 'file') return sendFile(reply, result);
  if (result.position) void reply.header(POSITION_HEADER, result.position);
  if (result.kind === 'unsuccessful') return reply.code(422).send(result.answer);
  const { data, message, pagination, stale } = result;
  if (stale) void reply.header(STALE_HEADER, 'true');
  return reply
    .code(result.status ?? 200)
    .send({ success: true, ...(message && { message }), data, ...(pagination && { pagination }) });
}

/** Sends a file as a download, which browsers never show as a page and never cache. */
function sendFile(reply: FastifyReply, file: Extract<Result, { kind: 'file' }>): FastifyReply {
  const plain = file.name.replace(/[^\w .-]/g, '_');
  void reply.headers({
    'content-type': file.type,
    // The name twice (RFC 6266): for clients without UTF-8, and in full.
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    'cache-control': 'private, no-store',
    ...(file.size !== undefined && { 'content-length': String(file.size) }),
    ...(file.position && { [POSITION_HEADER]: file.position }),
    ...(file.stale && { [STALE_HEADER]: 'true' }),
  });
  return reply.send(file.bytes);
}

/** Sends a refusal; all refusals have the same shape. */
export function sendRefused(reply: FastifyReply, refused: Refused): FastifyReply {
  const { refusal, errors, retryAfter, position, subscriptionStatus, stale } = refused;
  const { status, field } = refusals[refusal];
  const message = refused.message ?? refusals[refusal].message;
  const named = errors ?? (field ? { [field]: message } : undefined);
  if (position) void reply.header(POSITION_HEADER, position);
  if (stale) void reply.header(STALE_HEADER, 'true');
  if (status === 503 || status === 429) void reply.header('retry-after', String(retryAfter ?? 1));
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply.code(status).send({
    success: false,
    message,
    code: refusal,
    ...(named && { errors: named }),
    ...(subscriptionStatus !== undefined && { subscriptionStatus }),
  });
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
