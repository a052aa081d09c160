import { randomUUID } from 'node:crypto';
import { openLog } from '@crm/platform/log/log.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { STATE_MS } from '@crm/platform/test/patience.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { afterEach, expect, test } from 'vitest';
import { type BuildOptions, build, type RebuildProgress } from './build.ts';
import { boxEvent, boxProjection, boxRow, boxRows, put, tenants } from './sample-events.ts';
import { type RunningProjections, startProjections } from './start.ts';

const db = await testDatabase();
const store = testStore(db.url);
const log = openLog('silent');

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function live(): Promise<RunningProjections> {
  const abort = new AbortController();
  const options = {
    pool: db.everyTenant,
    leadership: openLeadership(db.url, log),
    store,
    log,
    signal: abort.signal,
    publish: () => {},
  };
  const running = await startProjections([boxProjection], options);
  stops.push(async () => {
    abort.abort();
    await running.stopped;
  });
  return running;
}

const rebuild = (changed: Partial<BuildOptions> = {}) =>
  build(boxProjection, { pool: db.pool, store, log, signal: new AbortController().signal, ...changed });

const within = { timeoutMs: STATE_MS };
const made = (tenant = tenants[0]) =>
  boxEvent({ type: 'BoxMade', data: { label: `box ${Math.random()}` } }, tenant);
const filled = (amount: number, tenant = tenants[0]) =>
  boxEvent({ type: 'BoxFilled', data: { amount } }, tenant);
const burnt = (tenant = tenants[0]) => boxEvent({ type: 'BoxBurnt', data: {} }, tenant);

/** Repeats work until `end` is called. */
function meanwhile(work: (n: number) => Promise<void>) {
  let ended = false;
  let times = 0;
  const done = (async () => {
    for (; !ended; times++) await work(times);
  })();
  done.catch(() => {}); // `end` throws it
  return {
    times: () => times,
    end: () => {
      ended = true;
      return done;
    },
  };
}

test('rebuilds beside the live projection while events arrive and queries run', async () => {
  const running = await live();
  const boxes = Array.from({ length: 300 }, () => ({ id: randomUUID(), events: 0 }));
  for (const box of boxes) {
    await put(store, box.id, 0, made(), filled(1));
    box.events = 2;
  }
  await running.waitFor(['boxes'], await store.head(), within);

  const appends = meanwhile(async (n) => {
    const box = boxes[n % boxes.length];
    if (box) await put(store, box.id, box.events++, filled(1));
  });
  const lists = meanwhile(async () => {
    const count = await asTenant(db.pool, tenants[0], (tx) =>
      tx.query('select count(*)::int as n from boxes'),
    );
    expect(count.rows).toEqual([{ n: boxes.length }]);
  });
  // Reads its own writes across every switch. Uses the other tenant, because `lists` counts the boxes of the first.
  const [, other] = tenants;
  const ownWrites = meanwhile(async (n) => {
    const box = randomUUID();
    const position = await put(store, box, 0, made(other), filled(n, other), burnt(other), made(other));
    expect(await running.waitFor(['boxes'], position, within)).toBe('fresh');
    expect(await boxRow(db.pool, box)).toMatchObject({ fillings: 0 });
    expect(await running.waitFor(['boxes'], await put(store, box, 4, burnt(other)), within)).toBe('fresh');
    expect(await boxRow(db.pool, box)).toBeUndefined();
  });
  const progress: RebuildProgress[] = [];
  const all = [appends, lists, ownWrites];
  for (let n = 0; n < 5 || all.some(({ times }) => times() < 20); n++) {
    const rebuilt = await rebuild({ onProgress: (step) => progress.push(step) });
    expect(rebuilt?.comparison?.every(({ same }) => same)).toBe(true);
  }
  for (const { end } of all) await end();

  await running.waitFor(['boxes'], await store.head(), within);
  const rows = await boxRows(db.pool);
  const fillings = new Map(rows.map((row) => [row.id, row.fillings]));
  for (const { id, events } of boxes) expect(fillings.get(id)).toBe(events - 1);
  expect(progress.at(-1)?.position).toBe(progress.at(-1)?.target);
});

test('reports and repairs a difference between live and rebuilt rows', async () => {
  const running = await live();
  const [box, missing] = [randomUUID(), randomUUID()];
  for (const id of [box, missing])
    await running.waitFor(['boxes'], await put(store, id, 0, made(), filled(3)), within);
  const [generation] = await generations();
  await asTenantEverywhere(`update boxes_g${generation} set amount = 7 where id = '${box}'`);
  await asTenantEverywhere(`delete from boxes_g${generation} where id = '${missing}'`);
  const rebuilt = await rebuild();
  expect(rebuilt?.comparison).toMatchObject([
    {
      table: 'boxes',
      same: false,
      first: expect.arrayContaining([
        { ids: { id: box }, in: 'both', columns: ['amount'] },
        { ids: { id: missing }, in: 'rebuilt', columns: [] },
      ]),
    },
    { table: 'box_counts', same: true, first: [] },
    { table: 'box_notes', same: true },
  ]);
  expect(await boxRow(db.pool, box)).toMatchObject({ amount: 3 });
});

async function generations() {
  const { rows } = await db.pool.query<{ generation: number }>(
    `select generation from checkpoints where name = 'boxes' order by state = 'live' desc, generation`,
  );
  return rows.map(({ generation }) => generation);
}

async function asTenantEverywhere(sql: string) {
  const client = await db.pool.connect();
  await client.query(`set app.tenant = '*'`);
  await client.query(sql);
  client.release(true);
}

test('a rebuild with very small or no caches produces the same rows', async () => {
  const running = await live();
  const boxes = Array.from({ length: 40 }, () => randomUUID());
  for (const box of boxes) await put(store, box, 0, made(), filled(1));
  for (const box of boxes) await put(store, box, 2, filled(2), filled(3));
  await running.waitFor(['boxes'], await store.head(), within);
  const before = await boxRows(db.pool);
  for (const cacheLimits of [
    { rowBytes: 2_000, keyBytes: 500 },
    { rowBytes: 0, keyBytes: 0 },
  ]) {
    const rebuilt = await rebuild({ cacheLimits });
    expect(rebuilt?.comparison?.filter(({ same }) => !same)).toEqual([]);
    expect(await boxRows(db.pool)).toEqual(before);
  }
});
