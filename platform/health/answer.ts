import type { FastifyInstance } from 'fastify';
import { sendRefused } from '../http/mount-routes.ts';
import { refused } from '../http/result.ts';
import type { Readiness } from './readiness.ts';

/**
 * Serves /healthz (200 while the process runs) and /readyz (200 if calls can be answered, also in state 'degraded';
 * otherwise 503 with the reason). Calls under /api are refused until the start is finished, because their tables may be
 * missing; during later outages each call answers for itself. Call this before the routes are mounted.
 */
export function answerHealth(app: FastifyInstance, state: () => Readiness): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/') && state().status === 'waiting')
      return sendRefused(reply, refused('unavailable'));
  });
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', (_request, reply) => {
    const readiness = state();
    switch (readiness.status) {
      case 'ready':
      case 'degraded':
        return readiness;
      case 'waiting':
      case 'unavailable':
        return reply.code(503).header('retry-after', '1').send(readiness);
      default:
        return readiness satisfies never;
    }
  });
}
