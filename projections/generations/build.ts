import type { EventStore, Position } from '@crm/platform/event-store/port.ts';
import { pause } from '@crm/platform/failures/pause.ts';
import type { Log } from '@crm/platform/log/log.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { withConnection } from '@crm/platform/runner/connection.ts';
import type { RunOptions } from '@crm/platform/runner/consumer.ts';
import type { AnyProjection } from '../projection.ts';
import { type Building, buildNext, type Rebuilt } from './build-next.ts';
import { type CacheLimits, createRowCache } from './cache.ts';
import { type Filling, MOST_UNWRITTEN } from './fill.ts';
import { type Gate, oneAtATime } from './gate.ts';
import { allGenerations, type Generation, liveGeneration } from './live.ts';
import { type HistoryReader, shareHistory } from './shared-history.ts';
import { dropLeftOvers } from './switch-over.ts';
import { shapeOf } from './tables.ts';

/** Progress of a rebuild: the events applied so far, and its position on the way to the target. */
export type RebuildProgress = { projection: string; events: number; position: Position; target: Position };

export type BuildOptions = {
  /** A build of n projections holds n + 1 connections. */
  pool: RunOptions['pool'];
  store: EventStore;
  log: Log;
  signal: AbortSignal;
  onProgress?: (progress: RebuildProgress) => void;
  /** Called when no other process builds; returns whether the rebuild is still needed. Default: always. */
  needed?: (projection: AnyProjection, live: Generation | null) => boolean;
  /**
   * Switches over even if the new generation has dead letters that the live one does not have. Uses a generation that
   * waits for this, if there is one, instead of a new build.
   */
  accept?: boolean;
  /** Called for each projection when it is live or not needed (null), while others may still be built. */
  onBuilt?: (projection: AnyProjection, rebuilt: Rebuilt | null) => void;
  /** Smaller caches, for tests. */
  cacheLimits?: CacheLimits;
  /** Another number of rows that are folded before they are written, for tests. */
  mostUnwritten?: number;
};

/** The projection without hints: browsers do not show a generation that is being built. */
const withoutHints = (projection: AnyProjection): AnyProjection => ({
  ...projection,
  tables: projection.tables.map(({ hints: _, ...table }) => table),
});

/** Caches per table, except where none is read ('append-only'), and with `clear`, which removes rows by other columns. */
const cachesOf = ({ tables }: AnyProjection, limits?: CacheLimits) =>
  new Map(
    tables
      .filter(({ clear, rows }) => !clear && rows !== 'append-only')
      .map(({ name }) => [name, createRowCache(limits)]),
  );

/** The options of a build together with what its projections share. */
type Shared = Omit<BuildOptions, 'onBuilt'> & { gate: Gate; history: HistoryReader };

/** The projections by group, in the order of their builds: alone, and last those that read most events, together. */
export function buildGroups(projections: readonly AnyProjection[]): AnyProjection[][] {
  const together = projections.filter(({ readsMostEvents }) => readsMostEvents);
  const alone = projections.filter((projection) => !together.includes(projection));
  return [...alone.map((each) => [each]), ...(together.length > 0 ? [together] : [])];
}

/** Builds one projection: see `buildTogether`. */
export async function build(projection: AnyProjection, options: BuildOptions): Promise<Rebuilt | null> {
  const [built] = await buildTogether([projection], options);
  return built ?? null;
}

/**
 * Builds the next generation of each projection beside the live one, compares the two, and switches over. Queries and the
 * live projections continue. The projections are filled side by side from one reading of the history. When the process is
 * killed at any point, the next build starts again. An event that cannot be applied becomes a dead letter of the new
 * generation; if the live one does not have the same, the new generation waits to be accepted. When one build fails, the
 * others stop.
 * @returns by projection; null when its rebuild is no longer needed
 */
export async function buildTogether(
  projections: readonly AnyProjection[],
  { onBuilt = () => {}, ...options }: BuildOptions,
): Promise<(Rebuilt | null)[]> {
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const readers = shareHistory(
    options.store,
    projections.map(({ events }) => Object.keys(events)),
  );
  return withConnection(options.pool, async (db) => {
    const gate = oneAtATime(db);
    const builds = readers.map(async (history, n) => {
      const [projection] = projections.slice(n);
      if (!projection) return null;
      try {
        const rebuilt = await buildOne(projection, { ...options, signal, gate, history });
        onBuilt(projection, rebuilt);
        return rebuilt;
      } catch (error) {
        failed.abort(error);
        throw error;
      } finally {
        history.leave();
      }
    });
    await Promise.allSettled(builds); // the connection is in use until then
    return Promise.all(builds);
  });
}

async function buildOne(
  projection: AnyProjection,
  { pool, gate, history, store, log, signal, ...options }: Shared,
): Promise<Rebuilt | null> {
  const { needed = () => true, onProgress = () => {}, accept = false, cacheLimits } = options;
  const { mostUnwritten = MOST_UNWRITTEN } = options;
  return withConnection(pool, async (client) => {
    await client.query('set statement_timeout = 0');
    if (!(await onlyBuilder(client, projection, { needed, signal, history }))) return null;
    const live = await liveGeneration(client, projection.name);
    const isNeeded = needed(projection, live);
    const kept = await keptGeneration(client, projection, isNeeded, accept);
    await dropLeftOvers(client, projection.name, signal, kept);
    if (!isNeeded) return null;
    let events = 0;
    const onTaken: Filling['onTaken'] = (taken, position, target) => {
      events += taken;
      onProgress({ projection: projection.name, events, position, target });
    };
    const caches = cachesOf(projection, cacheLimits);
    const filling: Filling = { client, store, caches, mostUnwritten, signal, onTaken };
    const building: Building = { ...filling, store, gate, history, log, accept };
    return { ...(await buildNext(withoutHints(projection), live, kept, building)), events };
  });
}

/** The waiting generation to keep: any one when no build is needed, otherwise only the one to accept. */
async function keptGeneration(client: Db, projection: AnyProjection, isNeeded: boolean, accept: boolean) {
  const waiting = (await allGenerations(client, projection.name)).find(({ state }) => state === 'waiting');
  if (!waiting || !isNeeded) return waiting ?? null;
  const same = waiting.version === projection.version && waiting.shape === shapeOf(projection);
  return accept && same ? waiting : null;
}

/**
 * Waits for the lock of the projection's only builder, as long as its build is needed. The lock ends with the loan of its
 * connection. Meanwhile no other projection waits for this one: two processes that build the same projections would wait
 * for each other. @returns false when the build is not needed, and another process holds the lock
 */
async function onlyBuilder(
  client: Db,
  projection: AnyProjection,
  { needed, signal, history }: Pick<Building, 'signal' | 'history'> & Required<Pick<BuildOptions, 'needed'>>,
): Promise<boolean> {
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('build ' || $1, 0)) as locked`,
      [projection.name],
    );
    if (rows[0]?.locked) return true;
    history.leave();
    // A start beside a long rebuild by hand: the live rows are right, and the other process removes what is left over.
    if (!needed(projection, await liveGeneration(client, projection.name))) return false;
    await pause(500, signal);
  }
}
