import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Histogram, type Metric, Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { processMetrics, programMetrics } from '../metrics/program-metrics.ts';
import { bearerToken } from './credentials.ts';
import { refused } from './result.ts';
import { sendRefused } from './send-result.ts';

/**
 * Serves /metrics for Prometheus: process metrics, the duration of calls by route and status, and `more`. Without a
 * token the call does not exist, and nothing is measured for it: routes, rates and memory help an attacker, and behind a
 * proxy on the same machine every request has a local address.
 */
export function answerMetrics(
  app: FastifyInstance,
  access: Config['metrics'],
  more: readonly Metric[] = [],
): void {
  if (access.kind === 'off') {
    app.get('/metrics', async (_request, reply) => sendRefused(reply, refused('no-such-call')));
    return;
  }
  const ofProcess = processMetrics();
  const register = new Registry();
  for (const metric of more) register.registerMetric(metric);
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the request read to the answer sent',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [register],
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The pattern of the route: a request's path would create a series per id.
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (request, reply) =>
    isSame(bearerToken(request.headers.authorization) ?? '', access.token)
      ? reply
          .type(register.contentType)
          .send(await Registry.merge([ofProcess, register, programMetrics]).metrics())
      : sendRefused(reply, refused('signed-out')),
  );
}

/** Compares in a time that does not depend on the texts. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
