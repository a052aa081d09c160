import type { Server } from 'node:http';
import type { Topic } from '@crm/contracts/live/hint.ts';
import type { Broadcast } from '@crm/platform/broadcast/broadcast.ts';
import { type EventStore, START } from '@crm/platform/event-store/port.ts';
import type { Route } from '@crm/platform/http/route.ts';
import type { Log } from '@crm/platform/log/log.ts';
import type { Pools } from '@crm/platform/postgres/pools.ts';
import { queries } from './app.ts';
import { startProjections } from './generations/start.ts';
import { openGateway } from './live/gateway.ts';
import { adminsOf } from './live/rooms.ts';
import { projections } from './projections.ts';

export type ReadSide = {
  /** Every query, ready to be mounted; they answer once `ready` has come. */
  routes: Route[];
  /** The read models are those of this program; rejects when they cannot be. */
  ready: Promise<void>;
  /**
   * Sends a hint about rows that workers write, to the sockets of a tenant's admins in every process. Such a hint has no
   * position in the event store, so every screen on its topic refetches.
   */
  tellAdmins: (tenant: string, topic: Topic, ids: readonly string[]) => void;
  /** Opens the live push on the server that the routes are mounted on; gives its end. */
  attachGateway: (server: Server) => () => Promise<void>;
  /** Resolves when every batch under way is committed, after the signal aborted. */
  close: () => Promise<void>;
};

/** The way out of the product: read models, queries over them, and the push that says when to ask again. */
export function openReadSide(options: {
  store: EventStore;
  pools: Pools;
  log: Log;
  signal: AbortSignal;
  /** What the read models wait for before they begin; when it rejects, so does `ready`. */
  after: Promise<unknown>;
  /** To the live push of the other processes. */
  broadcast: Broadcast;
}): ReadSide {
  const { store, pools, log, signal, after, broadcast } = options;
  const gateway = openGateway({ pool: pools.auth, broadcast, log });
  const running = after.then(() =>
    startProjections(projections, {
      store,
      pool: pools.projections,
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
  const deps = {
    pool: pools.queries,
    store,
    waitFor: async (...asked: Parameters<Awaited<typeof running>['waitFor']>) =>
      (await running).waitFor(...asked),
  };
  return {
    routes: queries.map((declare) => declare(deps)),
    ready,
    tellAdmins: (tenant, topic, ids) =>
      gateway.publish([{ room: adminsOf(tenant), topic, ids: [...ids], position: START }]),
    attachGateway: gateway.attach,
    close: () => running.then(({ stopped }) => stopped).catch(() => {}),
  };
}
