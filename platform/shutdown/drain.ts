import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * The time between SIGTERM and the end of listening: /readyz answers 503, so the load balancer sends new calls elsewhere,
 * and calls that still arrive are answered.
 */
export type Drain = {
  ms: number;
  /** Resolves `ms` after the stop began. */
  over: () => Promise<void>;
};

/** @param signal aborts when the process begins to stop */
export function openDrain(signal: AbortSignal, ms: number): Drain {
  let began: number | null = null;
  signal.addEventListener('abort', () => (began = performance.now()), { once: true });
  return {
    ms,
    async over() {
      if (began !== null) await sleep(Math.max(0, began + ms - performance.now()));
    },
  };
}

/**
 * Asks clients to close their connections once the process stops: a call on a connection that was kept open would fail if
 * it were sent at the moment in which the server closes it.
 */
export function closeKeptConnections(app: FastifyInstance, signal: AbortSignal): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (signal.aborted) reply.header('connection', 'close');
    done(null, payload);
  });
}
