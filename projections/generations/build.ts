import { setTimeout as sleep } from 'node:timers/promises';
import { type EventStore, type Position, START } from '@crm/platform/event-store/port.ts';
import type { Log } from '@crm/platform/log/log.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { transaction } from '@crm/platform/runner/batch.ts';
import type { Checkpoint } from '@crm/platform/runner/checkpoint.ts';
import { withConnection } from '@crm/platform/runner/connection.ts';
import { pause } from '@crm/platform/runner/failure.ts';
import type { RunOptions } from '@crm/platform/runner/run.ts';
import type { AnyProjection } from '../projection.ts';
import { createRowCache } from './cache.ts';
import { type Comparison, compare } from './compare.ts';
import { type Filling, fill } from './fill.ts';
import {
  allGenerations,
  enterBuilding,
  forget,
  type Generation,
  holdLive,
  liveGeneration,
  makeLive,
} from './live.ts';
import { createIndexes, createTables, dropTables, shapeOf, switchViews } from './tables.ts';

/** Where a rebuild is: events taken in so far, and the way from position to target. */
export type RebuildProgress = { projection: string; events: number; position: Position; target: Position };

export type BuildOptions = {
  /** Two connections are held while it runs. */
  pool: RunOptions['pool'];
  store: EventStore;
  log: Log;
  signal: AbortSignal;
  onProgress?: (progress: RebuildProgress) => void;
  /** Asked once nobody else is building: whether it is still needed. Always, when absent. */
  needed?: (live: Generation | null) => boolean;
};

export type Rebuilt = {
  projection: string;
  generation: number;
  /** How many it is made of. */
  events: number;
  /** What the new generation holds against the old at the same position; null where there was none of this version. */
  comparison: Comparison[] | null;
};

/** The same without its hints: nobody watches a generation that is being built. */
const unheard = (projection: AnyProjection): AnyProjection => ({
  ...projection,
  tables: projection.tables.map(({ hints: _, ...table }) => table),
});

/** Not of a table with `clear`, which takes rows away by other columns than their key. */
const cachesOf = ({ tables }: AnyProjection) =>
  new Map(tables.filter(({ clear }) => !clear).map(({ name }) => [name, createRowCache()]));

/** Two connections: one fills, the other holds the live generation still for moments. */
type Building = Filling & { gate: Db; log: Log };

/**
 * Builds the next generation of a projection beside the live one, compares the two, and makes it the live one.
 * Queries and the live projection go on meanwhile. Killed anywhere, the next one starts anew. Returns null when
 * it was not needed after all; throws PoisonEvent for an event that the folds cannot take in.
 */
export async function build(projection: AnyProjection, options: BuildOptions): Promise<Rebuilt | null> {
  const { pool, store, log, signal, needed = () => true, onProgress = () => {} } = options;
  return withConnection(pool, (client) =>
    withConnection(pool, async (gate) => {
      await client.query('set statement_timeout = 0');
      await onlyBuilder(client, projection.name, signal);
      await dropLeftOvers(client, projection.name, signal);
      const live = await liveGeneration(client, projection.name);
      if (!needed(live)) return null;
      let events = 0;
      const onTaken: Filling['onTaken'] = (taken, position, target) => {
        events += taken;
        onProgress({ projection: projection.name, events, position, target });
      };
      const building: Building = { client, gate, store, caches: cachesOf(projection), signal, onTaken, log };
      return { ...(await next(unheard(projection), live, building)), events };
    }),
  );
}

async function next(
  projection: AnyProjection,
  live: Generation | null,
  building: Building,
): Promise<Omit<Rebuilt, 'events'>> {
  const { client, store, signal, log } = building;
  const generation = (live?.generation ?? 0) + 1;
  let checkpoint = await transaction(client, async () => {
    await createTables(client, projection, generation);
    return enterBuilding(client, projection, generation, START);
  });
  // The same version is compared, so it must not run ahead of the live one; another one may, up to the newest event.
  const comparable = live?.version === projection.version && live.shape === shapeOf(projection);
  const target = async () =>
    comparable ? ((await liveGeneration(client, projection.name))?.position ?? START) : store.head();
  checkpoint = await fill(projection, checkpoint, await target(), building);
  await createIndexes(client, projection, generation);
  checkpoint = await fill(projection, checkpoint, await target(), building);

  let comparison: Comparison[] | null = null;
  if (live && comparable) {
    checkpoint = await atSamePosition(projection, checkpoint, building);
    comparison = await compare(client, projection, live.generation, generation);
    await client.query('commit');
    const different = comparison.filter(({ same }) => !same);
    if (different.length > 0) log.warn({ projection: projection.name, different }, 'the rebuilt rows differ');
    checkpoint = await fill(projection, checkpoint, await target(), building);
  }
  await flip(projection, checkpoint, building);
  log.info({ projection: projection.name, generation }, 'a new generation is live');
  await dropLeftOvers(client, projection.name, signal);
  return { projection: projection.name, generation, comparison };
}

/** Waits for its turn: one builds a projection at a time, and its lock ends with its connection. */
async function onlyBuilder(client: Db, name: string, signal: AbortSignal) {
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('build ' || $1, 0)) as locked`,
      [name],
    );
    if (rows[0]?.locked) return;
    await pause(500, signal);
  }
}

/** Fills up to where the live generation stands, and leaves a transaction open that sees both there. */
async function atSamePosition(projection: AnyProjection, from: Checkpoint, building: Building) {
  const { client, gate } = building;
  return transaction(gate, async () => {
    const live = await holdLive(gate, projection.name);
    const checkpoint = await fill(projection, from, live?.position ?? START, building);
    await client.query('begin isolation level repeatable read, read only; select 1'); // takes the snapshot
    return checkpoint;
  });
}

/**
 * The moment of change, in one short transaction: the live checkpoint held still, the rest taken in, the views
 * switched. A long query in the way is let by, for a lock that waits would make all others wait behind it.
 */
async function flip(projection: AnyProjection, built: Checkpoint, building: Building) {
  const { gate, signal } = building;
  let checkpoint = built;
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    try {
      await transaction(gate, async () => {
        await gate.query(`set local lock_timeout = '100ms'`);
        const live = await holdLive(gate, projection.name);
        if (live && checkpoint.position < live.position) {
          checkpoint = await fill(projection, checkpoint, live.position, building);
          await sleep(20); // a query that began before this commit has come to its table by now
        }
        await switchViews(gate, projection, checkpoint.generation, live?.tables ?? []);
        await makeLive(gate, checkpoint);
      });
      return;
    } catch (error) {
      if (!lockNotGot(error)) throw error;
      if (attempt % 50 === 0)
        building.log.warn({ projection: projection.name, attempt }, 'queries hold the flip up');
      await pause(50 + Math.random() * 200, signal);
    }
  }
}

/** Drops what a flip left or a killed build made, when no query reads it any more. */
async function dropLeftOvers(client: Db, name: string, signal: AbortSignal) {
  for (const generation of await allGenerations(client, name)) {
    if (generation.state === 'live') continue;
    for (;;) {
      signal.throwIfAborted();
      try {
        await transaction(client, async () => {
          await client.query(`set local lock_timeout = '1s'`);
          await dropTables(client, generation.tables, generation.generation);
          await forget(client, generation);
        });
        break;
      } catch (error) {
        if (!lockNotGot(error)) throw error;
      }
    }
  }
}

const lockNotGot = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03';
