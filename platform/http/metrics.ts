import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, type Metric, Registry } from 'prom-client';

/** /metrics for Prometheus: the process itself, how long each call takes by route and status, and `more`. */
export function answerMetrics(app: FastifyInstance, more: readonly Metric[] = []): void {
  const register = new Registry();
  collectDefaultMetrics({ register });
  for (const metric of more) register.registerMetric(metric);
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the request read to the answer sent',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [register],
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route's own pattern: a path as it was asked for would make a series for every id.
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  );
}
