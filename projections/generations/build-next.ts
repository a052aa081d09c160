import { type EventStore, type Position, START } from '@crm/platform/event-store/port.ts';
import { mayBePoison } from '@crm/platform/failures/classify.ts';
import type { Log } from '@crm/platform/log/log.ts';
import { transaction } from '@crm/platform/runner/batch.ts';
import type { Checkpoint } from '@crm/platform/runner/checkpoint.ts';
import type { AnyProjection } from '../projection.ts';
import { type Comparison, compare } from './compare.ts';
import type { Added } from './dead-letters.ts';
import { type Filling, fill } from './fill.ts';
import type { Gate } from './gate.ts';
import { allGenerations, enterBuilding, type Generation, holdLive, liveGeneration } from './live.ts';
import type { HistoryReader } from './shared-history.ts';
import { dropGeneration, dropLeftOvers, switchOver } from './switch-over.ts';
import { createIndexes, createTables, shapeOf } from './tables.ts';

/** Uses two connections: `client` fills, and that of the gate locks the live generation for short times. */
export type Building = Filling & {
  store: EventStore;
  gate: Gate;
  history: HistoryReader;
  log: Log;
  accept: boolean;
};

export type Rebuilt = {
  projection: string;
  generation: number;
  /** The number of events that this run read. */
  events: number;
  /** The comparison of both generations at the same position; null when the live one has another version. */
  comparison: Comparison[] | null;
  /** Dead letters that the live generation does not have; the reason for 'waiting'. */
  added: Added;
  outcome: 'live' | 'waiting';
};

/**
 * Fills the next generation, compares it with a live one of the same version, and switches over.
 * @param kept a filled generation that waits to be accepted; null to fill a new one
 */
export async function buildNext(
  projection: AnyProjection,
  live: Generation | null,
  kept: Generation | null,
  building: Building,
): Promise<Omit<Rebuilt, 'events'>> {
  const { client, store, signal, log } = building;
  // A generation of the same version is compared, so it must not pass the live one. Another version may go to the head.
  const comparable = live?.version === projection.version && live.shape === shapeOf(projection);
  const target = async () =>
    comparable ? ((await liveGeneration(client, projection.name))?.position ?? START) : store.head();
  let checkpoint = kept ?? (await filledWithIndexes(projection, live, target, building));
  const { generation } = checkpoint;
  if (kept) for (const cache of building.caches.values()) cache.forget();
  checkpoint = await fill(projection, checkpoint, await target(), building);

  let comparison: Comparison[] | null = null;
  if (live && comparable) {
    checkpoint = await atSamePosition(projection, checkpoint, building);
    comparison = await compare(client, projection, {
      live: live.generation,
      rebuilt: generation,
    });
    await client.query('commit');
    const different = comparison.filter(({ same }) => !same);
    if (different.length > 0) log.warn({ projection: projection.name, different }, 'the rebuilt rows differ');
    checkpoint = await fill(projection, checkpoint, await target(), building);
  }
  const { outcome, added } = await switchOver(projection, checkpoint, building);
  if (outcome === 'live') {
    log.info({ projection: projection.name, generation }, 'a new generation is live');
    await dropLeftOvers(client, projection.name, signal, null);
  }
  return { projection: projection.name, generation, comparison, added, outcome };
}

/**
 * Fills a new generation up to a target. Its indexes are built after the rows, which is many times faster. Only then a
 * row that does not fit into an index is found. In that case the generation is filled again with its indexes first, so
 * that each write is checked and the poisoned event becomes a dead letter.
 */
async function filledWithIndexes(
  projection: AnyProjection,
  live: Generation | null,
  target: () => Promise<Position>,
  building: Building,
): Promise<Checkpoint> {
  const { client, history, caches, log } = building;
  const generation = (live?.generation ?? 0) + 1;
  const enter = () =>
    transaction(client, async () => {
      await createTables(client, projection, generation);
      return enterBuilding(client, projection, generation, START);
    });
  const filled = await fill(projection, await enter(), await target(), { ...building, store: history });
  history.leave();
  try {
    await createIndexes(client, projection, generation);
    return filled;
  } catch (error) {
    if (!mayBePoison(error)) throw error;
    log.warn({ projection: projection.name }, 'a row fits into no index: filling once more, with indexes');
  }
  for (const cache of caches.values()) cache.forget();
  const tables = (await allGenerations(client, projection.name)).find(
    (each) => each.generation === generation,
  );
  if (tables) await dropGeneration(client, tables);
  const empty = await enter();
  await createIndexes(client, projection, generation);
  return fill(projection, empty, await target(), building);
}

/** Fills up to the live position, and leaves a transaction open that sees both generations there. */
async function atSamePosition(projection: AnyProjection, from: Checkpoint, building: Building) {
  const { client, gate } = building;
  return gate((db) =>
    transaction(db, async () => {
      const live = await holdLive(db, projection.name);
      const checkpoint = await fill(projection, from, live?.position ?? START, building);
      await client.query('begin isolation level repeatable read, read only; select 1'); // takes the snapshot
      return checkpoint;
    }),
  );
}
