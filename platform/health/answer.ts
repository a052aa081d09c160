import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { refused } from '../http/result.ts';
import { sendRefused } from '../http/send-result.ts';
import type { ReadinessRegistry } from './readiness.ts';

/** A call waits so long for the end of the start, and so many calls at most: less than the limit of posts in overload.ts. */
const HELD_MS = 5_000;
const MOST_HELD = 200;

/**
 * Serves /healthz (200 while the process runs) and /readyz (200 if calls can be answered, also in state 'degraded';
 * otherwise 503 with the reason). Until the start is finished, calls under /api are not carried out, because their tables
 * may be missing: queries are refused, and a proxy asks the next process. Other calls wait for a while, because nginx sends
 * every second one here and repeats none of them. During later outages each call answers for itself. Call this before the
 * routes are mounted.
 *
 * @param heldMs a shorter time for tests
 */
export function answerHealth(
  app: FastifyInstance,
  { state, started }: Pick<ReadinessRegistry, 'state' | 'started'>,
  heldMs = HELD_MS,
): void {
  let held = 0;
  async function startsInTime(method: string): Promise<boolean> {
    if (method === 'GET' || method === 'HEAD' || held >= MOST_HELD) return false;
    const settled = new AbortController();
    held += 1;
    try {
      const late = sleep(heldMs, false, { signal: settled.signal });
      return await Promise.race([started.then(() => true), late]);
    } finally {
      held -= 1;
      settled.abort();
    }
  }
  app.addHook('onRequest', async (request, reply) => {
    const mayRun = !request.url.startsWith('/api/') || state().status !== 'waiting';
    if (!mayRun && !(await startsInTime(request.method))) return sendRefused(reply, refused('unavailable'));
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
