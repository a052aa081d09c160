import type { Position } from '@crm/platform/event-store/port.ts';
import type { Push } from '@crm/platform/live/messages.ts';
import type { Publish } from '@crm/platform/live/publish.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { Consumer, RunOptions } from '@crm/platform/runner/consumer.ts';
import { createProgress, type Progress } from '@crm/platform/runner/progress.ts';
import { run } from '@crm/platform/runner/run.ts';
import type { AnyProjection, Hint } from '../projection.ts';
import { applyEvents, sequenceIn } from './apply.ts';
import { build, type RebuildProgress } from './build.ts';
import { type Generation, liveGeneration } from './live.ts';
import { shapeOf } from './tables.ts';

export type StartOptions = Omit<RunOptions, 'progress'> & {
  /** Lends the two connections that a rebuild holds; `pool` when absent. */
  rebuildPool?: RunOptions['pool'];
  /** Called after each commit. */
  publish: Publish;
  /** Called when this process starts to lead a projection: the last hints of the previous leader may be lost. */
  leading?: () => void;
  onProgress?: (progress: RebuildProgress) => void;
  /** Called with the projections that have to be built, before the first is; not when there are none. */
  rebuilding?: (names: readonly string[]) => void;
  /** Called for each projection once its tables are those of this program. */
  built?: (name: string) => void;
  /** For reads that begin before all projections are built; a new one when absent. */
  progress?: Progress;
};

export type RunningProjections = {
  /** See Progress.waitFor. */
  waitFor: Progress['waitFor'];
  /** Ends after the signal has, when every batch under way is committed. */
  stopped: Promise<void>;
};

/**
 * Runs projections until the signal aborts. Before it returns, each new one and each whose declared version rose has
 * been filled, so that the queries of this program find the tables they know. Projections that are up to date run from
 * the beginning; each of the others runs as soon as it is built.
 *
 * Events that the new version cannot apply do not keep it from serving: the new generation goes live without them.
 * The old one cannot stay, even where its tables are the same: only folds of its own version may write to it (counts
 * and marks are moved by what a row contributed before), so no command's effect would be seen any more.
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
  const options = { progress: createProgress(more.pool), ...more, signal };
  const running: Promise<void>[] = [];
  try {
    const { upToDate, old } = await byAge(projections, options.pool);
    if (old.length > 0) rebuilding(old.map(({ name }) => name));
    for (const projection of [...upToDate, ...old]) {
      await build(projection, {
        ...options,
        pool: rebuildPool ?? options.pool,
        onProgress,
        needed: (live) => outdated(projection, live),
        accept: true,
      });
      running.push(run({ ...consumerOf(projection, publish), leading }, options));
      built(projection.name);
    }
  } catch (error) {
    failed.abort();
    await Promise.all(running);
    throw error;
  }
  return { waitFor: options.progress.waitFor, stopped: Promise.all(running).then(() => {}) };
}

/** Those that need no rebuild, and those that do. Throws as `outdated` does. */
async function byAge(projections: readonly AnyProjection[], pool: Db) {
  const upToDate: AnyProjection[] = [];
  const old: AnyProjection[] = [];
  for (const projection of projections) {
    const live = await liveGeneration(pool, projection.name);
    (outdated(projection, live) ? old : upToDate).push(projection);
  }
  return { upToDate, old };
}

/** Whether a projection must be built at the start. Throws when only a person can know what to do. */
function outdated({ name, version, ...projection }: AnyProjection, live: Generation | null): boolean {
  if (!live || live.version < version) return true;
  if (live.version > version) {
    throw new Error(
      `Projection ${name} stands at version ${live.version} in the database; this program knows version ${version}. ` +
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
    apply: (events, tx, { generation }) => applyEvents(projection, events, tx, generation),
    committed: (hints, position) => {
      if (hints.length > 0) publish(pushesOf(hints, position));
    },
  };
}

/** One push for each room and topic, however many rows of it changed. */
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
