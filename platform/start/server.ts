import type { FastifyInstance } from 'fastify';
import type { Metric } from 'prom-client';
import { answerHealth } from '../health/answer.ts';
import { clockCheck } from '../health/clock.ts';
import { openPostgresCheck } from '../health/postgres.ts';
import { healthGauge } from '../health/readiness.ts';
import { describeCalls } from '../http/docs/document.ts';
import { answerMetrics } from '../http/metrics.ts';
import { secureHeaders } from '../http/secure-headers.ts';
import { createServer } from '../http/server.ts';
import { refuseSlowBodies } from '../http/slow-bodies.ts';
import { lostLinesCounter } from '../log/output.ts';
import { consumerNames } from '../runner/consumer-names.ts';
import { deadLetterGauge, watchDeadLetters } from '../runner/dead-letters/watch.ts';
import { lagGauges } from '../runner/lag.ts';
import { closeKeptConnections, openDrain } from '../shutdown/drain.ts';
import type { Foundation } from './foundation.ts';

/** Time limit for requests that still run when the server no longer listens. */
const CLOSE_MS = 10_000;

export type ProcessServer = {
  app: FastifyInstance;
  /** Starts to listen: /healthz answers at once, calls after `ready`. Mount the routes before. */
  listen: () => Promise<void>;
  /**
   * Marks the start as finished: from now on /readyz shows the state of Postgres, the event store and the read models.
   */
  ready: () => Promise<void>;
};

/**
 * Opens the HTTP server of a process, with /healthz, /readyz and /metrics. At a stop, running requests finish.
 * @param metrics for /metrics: gauges of the parts that this process runs, besides those of every process
 */
export async function openServer(
  foundation: Foundation,
  metrics: readonly Metric[] = [],
): Promise<ProcessServer> {
  const { config, log, stopping, pools, readiness, storedEvents, storeConfig } = foundation;
  const app = await createServer({ log, trustProxy: config.trustProxy });
  const drain = openDrain(stopping.signal, config.drainMs);
  closeKeptConnections(app, stopping.signal);
  const close = () => drain.over().then(() => app.close());
  stopping.onStop('http server', close, drain.ms + CLOSE_MS);
  secureHeaders(app, { providerCheckout: config.payments.kind === 'razorpay' });
  await describeCalls(app);
  answerHealth(app, readiness);
  const deadLetters = deadLetterGauge();
  const names = consumerNames(config.mirror);
  answerMetrics(app, config.metrics, [
    healthGauge(readiness),
    deadLetters,
    lostLinesCounter(),
    ...lagGauges({ db: pools.metrics, storedEvents, storeKind: storeConfig.kind, names, log }),
    ...metrics,
  ]);
  return {
    app,
    async listen() {
      refuseSlowBodies(app.server);
      await app.listen({ host: config.host, port: config.port });
    },
    async ready() {
      await watchOutages(foundation);
      const watching = watchDeadLetters(pools.auth, readiness, deadLetters, stopping.signal);
      stopping.onStop('count of dead letters', () => watching);
      readiness.waitFor(null);
    },
  };
}

/** Makes /readyz answer 503 while Postgres or the event store cannot be reached, and name a clock that jumped. */
async function watchOutages({ readiness, databaseUrl, storeConfig, stopping }: Foundation): Promise<void> {
  const { onStop } = stopping;
  const postgres = openPostgresCheck(databaseUrl);
  readiness.watch('Postgres', postgres.check);
  onStop('check of Postgres', postgres.close);
  readiness.watch('The clock', clockCheck());
  if (storeConfig.kind !== 'eventstoredb') return;
  const { openEventStoreCheck } = await import('../health/event-store.ts');
  const eventStore = openEventStoreCheck(storeConfig.url);
  readiness.watch('The event store', eventStore.check);
  onStop('check of the event store', eventStore.close);
}
