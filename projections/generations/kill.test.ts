import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLog } from '@crm/platform/log/log.ts';
import { countDeadLetters } from '@crm/platform/runner/dead-letters/list.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { programOf } from '@crm/platform/test/program.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { afterAll, expect, test } from 'vitest';
import { catchUp } from '../test/catch-up.ts';
import { build } from './build.ts';
import { boxEvent, boxProjection, boxRows, POISON_AMOUNT, put } from './sample-events.ts';

const db = await testDatabase();
const store = testStore(db.url);

const program = await programOf('projections/generations/kill.child.ts');
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

function child(work: 'run' | 'build') {
  const started = spawn(process.execPath, [program, work, db.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(started);
  const kill = async () => {
    started.kill('SIGKILL');
    if (started.exitCode === null && started.signalCode === null) await once(started, 'exit');
    children.delete(started);
  };
  return { printed: () => once(started.stdout, 'data'), kill };
}

test('each event has its effect once when the process is killed repeatedly during batches', async () => {
  const boxes = Array.from({ length: 40 }, () => ({ id: randomUUID(), events: 0, amount: 0 }));
  const writing = new AbortController();
  const writer = (async () => {
    for (let n = 0; !writing.signal.aborted; n++) {
      await Promise.all(
        boxes.map(async (box) => {
          const made = box.events === 0 ? [boxEvent({ type: 'BoxMade', data: { label: box.id } })] : [];
          const events = [...made, boxEvent({ type: 'BoxFilled', data: { amount: n } })];
          await put(store, box.id, box.events, ...events);
          box.events += events.length;
          box.amount += n;
        }),
      );
    }
  })();
  for (let kills = 0; kills < 5; kills++) {
    const projecting = child('run');
    await projecting.printed();
    await sleep(20 + Math.random() * 200);
    await projecting.kill();
  }
  // Enough of them were written during the batches, also where the writer is slower than the kills.
  await expect.poll(() => Math.min(...boxes.map(({ events }) => events))).toBeGreaterThan(8);
  writing.abort();
  await writer;

  await catchUp([boxProjection], { db, store });
  const rows = await boxRows(db.pool);
  const got = rows.map(({ id, amount, fillings }) => ({ id, amount, events: fillings + 1 }));
  expect(got).toEqual([...boxes].sort((a, b) => (a.id < b.id ? -1 : 1)));
});

test('a rebuild killed halfway does not change live rows and dead letters, and the next one starts again', async () => {
  const poisoned = [POISON_AMOUNT, 5].map((amount) => boxEvent({ type: 'BoxFilled', data: { amount } }));
  await put(store, randomUUID(), 0, boxEvent({ type: 'BoxMade', data: { label: 'poisoned' } }), ...poisoned);
  for (let n = 0; n < 30; n++) {
    const events = Array.from({ length: 1_000 }, (_, i) =>
      i === 0
        ? boxEvent({ type: 'BoxMade', data: { label: `box ${n}` } })
        : boxEvent({ type: 'BoxFilled', data: { amount: 1 } }),
    );
    await put(store, randomUUID(), 0, ...events);
  }
  await catchUp([boxProjection], { db, store });
  const before = await states();
  const dead = { name: 'boxes', failed: 1, held: 1 };
  expect(await countDeadLetters(db.pool)).toEqual([dead]);
  const building = child('build');
  await building.printed();
  expect((await states()).map(({ state }) => state).sort()).toEqual(['building', 'live']);
  await building.kill();
  expect((await states()).filter(({ state }) => state === 'live')).toEqual(before);

  const options = { pool: db.pool, store, log: openLog('silent'), signal: new AbortController().signal };
  expect(await build(boxProjection, options)).toMatchObject({ outcome: 'live', added: { count: 0 } });
  expect(await countDeadLetters(db.pool)).toEqual([dead]);
  expect((await db.pool.query('select from dead_letters')).rowCount).toBe(2);
  const rows = await boxRows(db.pool);
  expect(rows.filter(({ fillings }) => fillings === 999)).toHaveLength(30);
  const [left, ...others] = await states();
  expect(others).toEqual([]);
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relname ~ '^box.*_g[0-9]+$' order by 1`,
  );
  const names = ['box_counts', 'box_notes', 'boxes'].map((name) => `${name}_g${left?.generation}`);
  expect(tables.map(({ name }) => name)).toEqual(names);
});

async function states() {
  const { rows } = await db.pool.query<{ generation: number; state: string }>(
    `select generation, state from checkpoints where name = 'boxes'`,
  );
  return rows;
}
