import { getMaxListeners, setMaxListeners } from 'node:events';
import type { Position } from '@crm/platform/event-store/port.ts';
import { retryOutages } from '@crm/platform/failures/retry-outages.ts';
import type { Push } from '@crm/platform/live/messages.ts';
import type { Publish } from '@crm/platform/live/publish.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { Consumer, RunOptions } from '@crm/platform/runner/consumer.ts';
import { createProgress, type Progress } from '@crm/platform/runner/progress.ts';
import { run } from '@crm/platform/runner/run.ts';
import type { AnyProjection, Hint } from '../projection.ts';
import { applyEvents, sequenceIn } from './apply.ts';
import { buildGroups, buildTogether, type RebuildProgress } from './build.ts';
import { type Generation, liveGeneration } from './live.ts';
import { shapeOf } from './tables.ts';

export type StartOptions = Omit<RunOptions, 'progress'> & {
  /** Lends the two connections that a rebuild holds; default: `pool`. */
  rebuildPool?: RunOptions['pool'];
  /** Called after each commit. */
  publish: Publish;
  /** Called when this process starts to lead a projection: the last hints of the previous leader may be lost. */
  leading?: () => void;
  onProgress?: (progress: RebuildProgress) => void;
  /** Called before the first rebuild with the projections to build; not called without any. */
  rebuilding?: (names: readonly string[]) => void;
  /** Called for each projection when its tables have the version of this program. */
  built?: (name: string) => void;
  /** For queries that begin before all projections are built; default: a new one. */
  progress?: Progress;
};

export type RunningProjections = {
  /** See Progress.waitFor. */
  waitFor: Progress['waitFor'];
  /** Resolves after the signal aborts and every running batch is committed. */
  stopped: Promise<void>;
};

/**
 * Runs projections until the signal aborts. Before it returns, each new projection and each with a raised version is
 * built, so that the queries of this program find their tables. Up-to-date projections run from the beginning; each
 * other one runs as soon as it is built.
 *
 * Events that the new version cannot apply do not prevent the start: the new generation goes live without them. The old
 * generation cannot stay live, even with the same tables: only folds of its own version may write to it (a rollup and a
 * bitmap index subtract a row's previous contribution), so no later command would have a visible effect.
 */
export async function startProjections(
  projections: readonly AnyProjection[],
  {
    publish,
    leading = () => {},
    onProgress = () => {},
    rebuilding = () => {},
    built = () => {},
    rebuildPool,
    ...more
  }: StartOptions,
): Promise<RunningProjections> {
  const failed = new AbortController();
  const signal = AbortSignal.any([more.signal, failed.signal]);
  // Each loop adds a listener, and a composed signal does not have the limit of its sources.
  setMaxListeners(getMaxListeners(more.signal), signal);
  const options = { progress: createProgress(more.pool), ...more, signal };
  const running: Promise<void>[] = [];
  try {
    // A busy machine may refuse a connection; a start that ended because of it would begin the builds again.
    const outlasting = <T>(work: () => Promise<T>) =>
      retryOutages('Read models cannot be prepared yet; trying again', work, options);
    const { upToDate, old } = await outlasting(() => byAge(projections, options.pool));
    if (old.length > 0) rebuilding(old.map(({ name }) => name));
    const started = new Set<AnyProjection>();
    const onBuilt = (projection: AnyProjection) => {
      if (started.has(projection)) return; // another of its group was built again after an outage
      started.add(projection);
      running.push(run({ ...consumerOf(projection, publish), leading }, options));
      built(projection.name);
    };
    const pool = rebuildPool ?? options.pool;
    for (const group of [...upToDate.map((each) => [each]), ...buildGroups(old)])
      await outlasting(() =>
        buildTogether(group, { ...options, pool, onProgress, needed: outdated, accept: true, onBuilt }),
      );
  } catch (error) {
    failed.abort();
    await Promise.all(running);
    throw error;
  }
  return { waitFor: options.progress.waitFor, stopped: Promise.all(running).then(() => {}) };
}

/** Splits projections by whether they need a rebuild. Throws like `outdated`. */
async function byAge(projections: readonly AnyProjection[], pool: Db) {
  const upToDate: AnyProjection[] = [];
  const old: AnyProjection[] = [];
  for (const projection of projections) {
    const live = await liveGeneration(pool, projection.name);
    (outdated(projection, live) ? old : upToDate).push(projection);
  }
  return { upToDate, old };
}

/** Whether a projection must be built at the start. Throws when a person must decide. */
function outdated({ name, version, ...projection }: AnyProjection, live: Generation | null): boolean {
  if (!live || live.version < version) return true;
  if (live.version > version) {
    throw new Error(
      `Projection ${name} is at version ${live.version} in the database; this program knows version ${version}. ` +
        `Start the newer program, or go back with: npm run rebuild -- ${name}`,
    );
  }
  if (live.shape !== shapeOf({ name, version, ...projection })) {
    throw new Error(
      `The tables of projection ${name} were changed, but its version is still ${version}: ` +
        `raise it to ${version + 1}, and they are rebuilt at the next start.`,
    );
  }
  return false;
}

function consumerOf(projection: AnyProjection, publish: Publish): Consumer<Hint[]> {
  return {
    name: projection.name,
    version: projection.version,
    events: Object.keys(projection.events),
    sequenceOf: sequenceIn(projection),
    ...(projection.everyMs !== undefined && { everyMs: projection.everyMs }),
    apply: (events, tx, { generation }) => applyEvents(projection, events, tx, generation),
    committed: (hints, position) => {
      if (hints.length > 0) publish(pushesOf(hints, position));
    },
  };
}

/** One push per room and topic, with all changed ids. */
function pushesOf(hints: readonly Hint[], position: Position): Push[] {
  const ids = new Map<string, { room: string; topic: string; ids: Set<string> }>();
  for (const { room, topic, id } of hints) {
    const place = `${room} ${topic}`;
    const push = ids.get(place) ?? { room, topic, ids: new Set() };
    ids.set(place, push);
    push.ids.add(id);
  }
  return [...ids.values()].map((push) => ({ ...push, ids: [...push.ids], position }));
}
