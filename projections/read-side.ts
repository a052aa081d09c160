import type { Server } from 'node:http';
import { userDirectory } from '@crm/platform/access/user-directory.ts';
import { announceChange } from '@crm/platform/commands/changed-streams.ts';
import type { Position } from '@crm/platform/event-store/port.ts';
import { refused } from '@crm/platform/http/result.ts';
import type { Route } from '@crm/platform/http/route.ts';
import type { Publish } from '@crm/platform/live/publish.ts';
import { checkoutOf } from '@crm/platform/payments/open.ts';
import { waitForGiven } from '@crm/platform/runner/progress.ts';
import type { Foundation } from '@crm/platform/start/foundation.ts';
import type { Metric } from 'prom-client';
import { queries } from './app.ts';
import { trackBuilds } from './generations/builds.ts';
import { startProjections } from './generations/start.ts';
import { openLeadBlocks } from './leads/blocks.ts';
import { openGateway } from './live/gateway.ts';
import { projections } from './projections.ts';
import { openReportPreload } from './reports/preload.ts';

/** Maximum time that a check of sockets waits for the user directory; the next regular check follows soon. */
const ACCOUNTS_SHOWN_MS = 2_000;
/** Seconds after which a refused query may be retried. A rebuild takes minutes: about 90 s per million events. */
const RETRY_AFTER_S = 10;

/** Time limit for closing the live push, after all sockets were asked to reconnect. */
const DETACH_MS = 10_000;

export type ReadSide = {
  /** Routes of all queries. A query is refused with 503 while one of its read models is being built. */
  routes: Route[];
  /** Resolves when each query is answered, or refused because one of its read models is being built. */
  usable: Promise<void>;
  /** Resolves when all read models have the version of this program; rejects when the start fails. */
  ready: Promise<void>;
  /** Sends hints to the browsers connected to this process and to other processes. */
  publish: Publish;
  /** For /metrics. */
  metrics: readonly Metric[];
  /** Opens the live push on the server that the routes are mounted on. */
  attachGateway: (server: Server) => void;
};

/**
 * Starts the read side: read models, their queries, and the live push that makes browsers query again. A stop of the
 * process waits until every running batch is committed.
 */
export function openReadSide(foundation: Foundation): ReadSide {
  const {
    config,
    store,
    pools,
    access,
    leadership,
    progress,
    broadcast,
    log,
    stopping,
    storeReady,
    readiness,
  } = foundation;
  const { signal, onStop } = stopping;
  const accountsShown = (upTo: Position) =>
    progress.waitFor([userDirectory.name], upTo, { timeoutMs: ACCOUNTS_SHOWN_MS });
  const gateway = openGateway({ callersOf: access.callersOf, accountsShown, broadcast, log });
  const builds = trackBuilds(
    projections.map(({ name }) => name),
    readiness,
  );
  const running = storeReady.then(() =>
    startProjections(projections, {
      store,
      progress,
      pool: pools.projections,
      rebuildPool: pools.background,
      leadership,
      log,
      signal,
      publish: gateway.publish,
      leading: gateway.readAgain,
      onProgress: (progress) => log.info(progress, 'Building read models'),
      rebuilding: builds.rebuilding,
      built: builds.built,
    }),
  );
  const ready = running.then(() => {});
  const usable = Promise.race([builds.othersRun, ready]);
  // The start may fail before it awaits these promises, and reports the error itself. These handlers prevent Node from
  // ending the process because of an unhandled rejection.
  for (const each of [ready, usable]) each.catch(() => {});
  onStop('projections', () => running.then(({ stopped }) => stopped).catch(() => {}));
  const refuseUnbuilt = (names: readonly string[]) =>
    names.some(builds.isUnbuilt) ? refused('read-model-building', { retryAfter: RETRY_AFTER_S }) : null;
  const { supportEmail, renewal } = config;
  const readBlocks = openLeadBlocks();
  const deps = {
    pool: pools.queries,
    store,
    // Where this process serves commands, too, they may read the old state for one second more.
    forgetLookup: (stream: string) => announceChange(broadcast, stream),
    readBlocks,
    preloadReports: openReportPreload({
      pool: pools.queries,
      readBlocks,
      isUnbuilt: () => builds.isUnbuilt('leads'),
      signal,
    }),
    supportEmail,
    checkout: checkoutOf(config.payments),
    renewal,
    waitFor: waitForGiven(progress, store),
    stopping: signal,
    refuseUnbuilt,
  };
  return {
    routes: queries.map((declare) => declare(deps)),
    usable,
    ready,
    publish: gateway.publish,
    metrics: [gateway.sockets],
    attachGateway: (server) => {
      const detach = gateway.attach(server);
      onStop('live push', () => detach(config.drainMs), config.drainMs + DETACH_MS);
    },
  };
}
