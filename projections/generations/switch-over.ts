import { setTimeout as sleep } from 'node:timers/promises';
import { pause } from '@crm/platform/failures/pause.ts';
import type { Log } from '@crm/platform/log/log.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { transaction } from '@crm/platform/runner/batch.ts';
import type { Checkpoint } from '@crm/platform/runner/checkpoint.ts';
import type { AnyProjection } from '../projection.ts';
import { type Added, addedDeadLetters } from './dead-letters.ts';
import { type Filling, fill } from './fill.ts';
import type { Gate } from './gate.ts';
import { allGenerations, forget, type Generation, holdLive, keepWaiting, makeLive } from './live.ts';
import { dropTables, switchViews } from './tables.ts';

/**
 * Switches to a built generation in one short transaction: locks the live checkpoint, applies the last events, and
 * switches the views. If it has dead letters that the live one does not have, and they are not accepted, it is kept as
 * 'waiting' instead. When a long query blocks it, it gives way and tries again, because a waiting lock would block all
 * later queries.
 */
export async function switchOver(
  projection: AnyProjection,
  built: Checkpoint,
  building: Filling & { gate: Gate; log: Log; accept: boolean },
): Promise<{ outcome: 'live' | 'waiting'; added: Added }> {
  const { client, gate, signal, accept } = building;
  let checkpoint = built;
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    try {
      const switched = (db: Db) =>
        transaction(db, async () => {
          await db.query(`set local lock_timeout = '100ms'`);
          const live = await holdLive(db, projection.name);
          if (live && checkpoint.position < live.position) {
            checkpoint = await fill(projection, checkpoint, live.position, building);
            await sleep(20); // a query that began before this commit has reached its table by now
          }
          const added = await addedDeadLetters(db, checkpoint, live);
          if (live && added.count > 0 && !accept) {
            await checkLock(client);
            await keepWaiting(db, checkpoint);
            return { outcome: 'waiting' as const, added };
          }
          await switchViews(db, projection, checkpoint.generation, live?.tables ?? []);
          await checkLock(client); // the views lock the tables, so a builder after this one cannot drop them
          await makeLive(db, checkpoint);
          return { outcome: 'live' as const, added };
        });
      return await gate(switched);
    } catch (error) {
      if (!lockNotGot(error)) throw error;
      if (attempt % 50 === 0)
        building.log.warn({ projection: projection.name, attempt }, 'queries hold the flip up');
      await pause(50 + Math.random() * 200, signal);
    }
  }
}

/**
 * Throws when the connection that holds the lock of the only builder (build.ts) is lost. Then another process may have dropped
 * this generation and begun one with the same number.
 */
const checkLock = (client: Db) => client.query('select');

/** Drops all generations that are neither live nor kept: the remains of a switch or of a killed build. */
export async function dropLeftOvers(client: Db, name: string, signal: AbortSignal, kept: Generation | null) {
  for (const generation of await allGenerations(client, name)) {
    if (generation.state === 'live' || generation.generation === kept?.generation) continue;
    for (;;) {
      signal.throwIfAborted();
      try {
        await dropGeneration(client, generation);
        break;
      } catch (error) {
        if (!lockNotGot(error)) throw error;
      }
    }
  }
}

/** Drops a generation's tables, checkpoint and dead letters. Throws when a query reads them for over a second. */
export async function dropGeneration(client: Db, generation: Generation) {
  await transaction(client, async () => {
    await client.query(`set local lock_timeout = '1s'`);
    await dropTables(client, generation.tables, generation.generation);
    await forget(client, generation);
  });
}

const lockNotGot = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03';
