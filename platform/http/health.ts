import type { FastifyInstance } from 'fastify';
import { sendRefused } from './mount-routes.ts';
import { refused } from './result.ts';

/** What a process is waiting for before it can answer; null when it can. Text for people. */
export type WaitingFor = () => string | null;

/**
 * /healthz: the process lives. /readyz: it answers; 503 with the reason until then, and every call under /api is
 * refused as unavailable meanwhile, since its tables may not be there yet. Called before the routes are mounted.
 */
export function answerHealth(app: FastifyInstance, waitingFor: WaitingFor): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/') && waitingFor() !== null)
      return sendRefused(reply, refused('unavailable'));
  });
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', (_request, reply) => {
    const reason = waitingFor();
    return reason === null
      ? { status: 'ready' }
      : reply.code(503).header('retry-after', '1').send({ status: 'waiting', reason });
  });
}
