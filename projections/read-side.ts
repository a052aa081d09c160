import type { Server } from 'node:http';
import type { Route } from '@crm/platform/http/route.ts';
import type { Publish } from '@crm/platform/live/publish.ts';
import type { Foundation } from '@crm/platform/start/foundation.ts';
import { queries } from './app.ts';
import { startProjections } from './generations/start.ts';
import { openGateway } from './live/gateway.ts';
import { projections } from './projections.ts';

export type ReadSide = {
  /** Every query, ready to be mounted; they answer once `ready` has come. */
  routes: Route[];
  /** The read models are those of this program; rejects when they cannot be. */
  ready: Promise<void>;
  /** To the browsers of this process and of the others. */
  publish: Publish;
  /** Opens the live push on the server that the routes are mounted on. */
  attachGateway: (server: Server) => void;
};

/**
 * The way out of the product: read models, queries over them, and the push that says when to ask again. The stopper waits
 * until every running batch is committed.
 */
export function openReadSide(foundation: Foundation): ReadSide {
  const { store, pools, leadership, broadcast, log, stopping, storeReady } = foundation;
  const { signal, onStop } = stopping;
  const gateway = openGateway({ pool: pools.auth, broadcast, log });
  const running = storeReady.then(() =>
    startProjections(projections, {
      store,
      pool: pools.projections,
      rebuildPool: pools.background,
      leadership,
      log,
      signal,
      publish: gateway.publish,
      leading: gateway.readAgain,
      onProgress: (progress) => log.info(progress, 'Building read models'),
    }),
  );
  const ready = running.then(() => {});
  // A start that ends before it awaits `ready` has reported the reason; Node must not end the process for it as well.
  ready.catch(() => {});
  onStop('projections', () => running.then(({ stopped }) => stopped).catch(() => {}));
  const waitFor: Awaited<typeof running>['waitFor'] = async (...asked) => (await running).waitFor(...asked);
  return {
    routes: queries.map((declare) => declare({ pool: pools.queries, store, waitFor })),
    ready,
    publish: gateway.publish,
    attachGateway: (server) => onStop('live push', gateway.attach(server)),
  };
}
