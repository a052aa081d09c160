import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { REQUEST_ID_HEADER } from '@crm/contracts/headers.ts';
import type { FastifyInstance } from 'fastify';
import { type OpenSpan, startSpan } from '../tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of a call under /api while traces are collected. */
    span: OpenSpan | null;
  }
}

const DETAILED: ReadonlySet<string> = new Set(['debug', 'trace']);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * The id of a request: the caller's, or a new one. Another form than a UUID is ignored and not refused, because proxies
 * set this header, too. It is the correlation id of the events, and audit entries keep it as a UUID.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers[REQUEST_ID_HEADER];
  return typeof sent === 'string' && UUID.test(sent) ? sent.toLowerCase() : randomUUID();
}

/**
 * Returns the request's id in its answer, and opens a span per call under /api. At level debug, each call has a line;
 * at other levels none, because at ingest rates these lines would dominate the log.
 */
export function correlate(app: FastifyInstance): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header(REQUEST_ID_HEADER, request.id);
    const { method, headers, routeOptions } = request;
    if (!routeOptions.url?.startsWith('/api/')) return done();
    request.span = startSpan(`${method} ${routeOptions.url}`, {
      kind: 'server',
      parent: typeof headers['traceparent'] === 'string' ? headers['traceparent'] : null,
      attributes: {
        'http.request.method': method,
        'http.route': routeOptions.url,
        'crm.correlation_id': request.id,
      },
    });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    request.span?.end(
      { 'http.response.status_code': statusCode },
      statusCode >= 500 ? 'server error' : undefined,
    );
    if (DETAILED.has(request.log.level)) {
      const { method, routeOptions } = request;
      const ms = Math.round(reply.elapsedTime);
      request.log.debug({ method, route: routeOptions.url ?? 'none', status: statusCode, ms }, 'request');
    }
    done();
  });
}
