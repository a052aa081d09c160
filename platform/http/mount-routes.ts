import { REQUEST_ID_HEADER } from '@crm/contracts/headers.ts';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { programMetrics } from '../metrics/program-metrics.ts';
import { type OverloadLimit, openOverloadLimit } from './overload.ts';
import type { CountRefused } from './refused-calls.ts';
import type { Result } from './result.ts';
import type { Route } from './route.ts';
import { type RequestAccess, runRequest } from './run-request.ts';
import { sendRefused, sendResult } from './send-result.ts';

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
        const run = () => runRequest(group, request, reply, { access, countRefused });
        // Its body has arrived: a slow sender is not a post that waits.
        const result = await (partners && isPartners(request) ? overloadLimit.carryOut(run) : run());
        countRefusalMetric(first, result);
        return sendResult(reply, result);
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

function countRefusalMetric({ endpoint }: Route, result: Result): void {
  if (result.kind === 'refused')
    refusalsTotal.inc({ method: endpoint.method, route: `/api${endpoint.path}`, refusal: result.refusal });
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
    if (!refusal) return undefined;
    countRefusalMetric(route, refusal);
    return sendRefused(reply, refusal);
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
