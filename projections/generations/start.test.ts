import { randomUUID } from 'node:crypto';
import type { Push } from '@crm/platform/live/messages.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { STATE_MS } from '@crm/platform/test/patience.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { afterEach, expect, test, vi } from 'vitest';
import type { AnyProjection } from '../projection.ts';
import {
  boxCounts,
  boxEvent,
  boxProjection,
  boxProjectionAt,
  boxRow,
  boxRows,
  noteRows,
  put,
  tenants,
} from './sample-events.ts';
import { startProjections } from './start.ts';

const db = await testDatabase();
const store = testStore(db.url);

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function start(
  projections: readonly AnyProjection[],
  publish: (pushes: readonly Push[]) => void = () => {},
) {
  const abort = new AbortController();
  const log = openLog('silent');
  const leadership = openLeadership(db.url, log);
  const options = { pool: db.everyTenant, leadership, store, log, signal: abort.signal, publish };
  const running = await startProjections(projections, options);
  const stop = async () => {
    abort.abort();
    await running.stopped;
  };
  stops.push(stop);
  return { ...running, stop };
}

const within = { timeoutMs: STATE_MS };

test('a busy machine, where connections cannot be opened in time, only delays the start', async () => {
  const tooLate = new Error('timeout exceeded when trying to connect');
  vi.spyOn(db.everyTenant, 'query').mockRejectedValueOnce(tooLate);
  const { waitFor } = await start([boxProjection]);
  const position = await put(store, randomUUID(), 0, boxEvent({ type: 'BoxMade', data: { label: 'late' } }));
  expect(await waitFor(['boxes'], position, within)).toBe('fresh');
});

test('events become rows and hints', async () => {
  const pushes: Push[] = [];
  const { waitFor } = await start([boxProjection], (more) => pushes.push(...more));
  const box = randomUUID();
  const label = `Ann's \\ "box", {मुंबई}`;
  const noteId = randomUUID();
  const position = await put(
    store,
    box,
    0,
    boxEvent({ type: 'BoxMade', data: { label } }),
    boxEvent({ type: 'BoxFilled', data: { amount: 5_000_000_000 } }),
    boxEvent({ type: 'BoxNoted', data: { noteId, text: 'ok' } }),
  );
  expect(await waitFor(['boxes'], position, within)).toBe('fresh');
  expect(await boxRow(db.pool, box)).toMatchObject({
    label,
    amount: 5_000_000_000,
    fillings: 1,
    tags: ['new', 'a "quoted" \\ tag', ''],
    extra: { lastText: 'ok' },
  });
  expect(await noteRows(db.pool, box)).toEqual([{ id: noteId, text: 'ok' }]);
  expect(pushes).toEqual([{ room: `tenant ${tenants[0]}`, topic: 'boxes', ids: [box], position }]);
});

test('an existing row is read back unchanged, and later events continue from it', async () => {
  const { waitFor } = await start([boxProjection]);
  const box = randomUUID().toUpperCase(); // a key in capitals is the same key
  await waitFor(
    ['boxes'],
    await put(store, box, 0, boxEvent({ type: 'BoxMade', data: { label: 'one' } })),
    within,
  );
  const before = await boxRow(db.pool, box);
  const position = await put(store, box, 1, boxEvent({ type: 'BoxFilled', data: { amount: 2 } }));
  await waitFor(['boxes'], position, within);
  expect(await boxRow(db.pool, box)).toMatchObject({
    label: 'one',
    amount: 2,
    fillings: 1,
    tags: before?.tags,
  });
});

test('deleting a row also deletes its side rows, also within the same batch', async () => {
  const { waitFor } = await start([boxProjection]);
  const [old, short] = [randomUUID(), randomUUID()];
  const note = (text: string | null, noteId: string = randomUUID()) =>
    boxEvent({ type: 'BoxNoted', data: { noteId, text } });
  const removed = randomUUID();
  await put(
    store,
    old,
    0,
    boxEvent({ type: 'BoxMade', data: { label: 'old' } }),
    note('a'),
    note('b', removed),
  );
  const first = await put(store, old, 3, note(null, removed));
  await waitFor(['boxes'], first, within);
  expect(await noteRows(db.pool, old)).toMatchObject([{ text: 'a' }]);

  await put(
    store,
    short,
    0,
    boxEvent({ type: 'BoxMade', data: { label: 'short' } }),
    note('c'),
    boxEvent({ type: 'BoxBurnt', data: {} }),
  );
  const last = await put(store, old, 4, note('d'), boxEvent({ type: 'BoxBurnt', data: {} }));
  await waitFor(['boxes'], last, within);
  for (const box of [old, short]) {
    expect(await boxRow(db.pool, box)).toBeUndefined();
    expect(await noteRows(db.pool, box)).toEqual([]);
  }
});

test('counts follow rows that are inserted, changed and deleted, also several in one batch', async () => {
  const { waitFor } = await start([boxProjection]);
  const givenTo = (to: string | null) => boxEvent({ type: 'BoxGiven', data: { to } }, tenants[1]);
  const made = () => boxEvent({ type: 'BoxMade', data: { label: 'counted' } }, tenants[1]);
  const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
  await put(store, a, 0, made(), givenTo('ann'));
  await put(store, b, 0, made(), givenTo('ann'), givenTo('ben'));
  await waitFor(['boxes'], await put(store, c, 0, made()), within);
  expect((await boxCounts(db.pool, tenants[1])).kept).toEqual([
    { owner: 'ann', n: 1 },
    { owner: 'ben', n: 1 },
    { owner: null, n: 1 },
  ]);
  await put(
    store,
    a,
    2,
    givenTo('null'),
    givenTo('ben'),
    boxEvent({ type: 'BoxFilled', data: { amount: 1 } }, tenants[1]),
  );
  await put(store, b, 3, givenTo(null));
  await waitFor(
    ['boxes'],
    await put(store, c, 1, boxEvent({ type: 'BoxBurnt', data: {} }, tenants[1])),
    within,
  );
  const { kept, counted } = await boxCounts(db.pool, tenants[1]);
  expect(kept).toEqual([
    { owner: 'ben', n: 1 },
    { owner: null, n: 1 },
  ]);
  expect(kept).toEqual(counted);
});

test('no tenant sees the rows of another, and a query without a tenant is refused', async () => {
  const { waitFor } = await start([boxProjection]);
  const labels = [randomUUID(), randomUUID()];
  for (const [i, tenant] of tenants.entries()) {
    const made = boxEvent({ type: 'BoxMade', data: { label: labels[i] ?? '' } }, tenant);
    await waitFor(['boxes'], await put(store, randomUUID(), 0, made), within);
  }
  for (const [i, tenant] of tenants.entries()) {
    for (const table of ['boxes', await liveTable()]) {
      const rows = await asTenant(db.pool, tenant, async (tx) => {
        const found = await tx.query(`select label from ${table} where label = any($1)`, [labels]);
        return found.rows;
      });
      expect(rows).toEqual([{ label: labels[i] }]);
    }
  }
  await expect(db.pool.query('select from boxes')).rejects.toThrow();
});

async function liveTable() {
  const { rows } = await db.pool.query<{ generation: number }>(
    `select generation from checkpoints where name = 'boxes' and state = 'live'`,
  );
  return `boxes_g${rows[0]?.generation}`;
}

test('a raised version is rebuilt before the start is done, and the older program stops leading', async () => {
  const older = await start([boxProjection]);
  const box = randomUUID();
  await older.waitFor(
    ['boxes'],
    await put(store, box, 0, boxEvent({ type: 'BoxMade', data: { label: 'v1' } })),
    within,
  );
  const was = await liveTable();

  const newer = await start([boxProjectionAt(2)]);
  expect(await liveTable()).not.toBe(was);
  expect(await boxRow(db.pool, box)).toMatchObject({ label: 'v1' });
  const position = await put(store, box, 1, boxEvent({ type: 'BoxFilled', data: { amount: 1 } }));
  expect(await newer.waitFor(['boxes'], position, within)).toBe('fresh');
  expect(await boxRow(db.pool, box)).toMatchObject({ amount: 1, fillings: 1 });
  expect((await db.pool.query('select to_regclass($1) as table', [was])).rows).toEqual([{ table: null }]);

  await Promise.all([older.stop(), newer.stop()]);
  await expect(start([boxProjection])).rejects.toThrow(
    /boxes is at version 2 in the database.*knows version 1/,
  );
});

test('refuses tables that changed without a raised version, and says what to do', async () => {
  const changed = boxProjectionAt(2);
  const tables = changed.tables.map((table) => ({ ...table, columns: { ...table.columns, more: 'text' } }));
  await expect(start([{ ...changed, tables }])).rejects.toThrow(/raise it to 3/);
});

test('a process without leadership waits for the leader, and answers stale after the timeout', async () => {
  await start([boxProjectionAt(2)]);
  const follower = await start([boxProjectionAt(2)]);
  const position = await put(store, randomUUID(), 0, boxEvent({ type: 'BoxMade', data: { label: 'x' } }));
  expect(await follower.waitFor(['boxes'], position, within)).toBe('fresh');
  expect(await boxRows(db.pool)).not.toHaveLength(0);

  // Events of other types move the projection's position, too.
  const unknown = { ...boxEvent({ type: 'BoxBurnt', data: {} }), type: 'SomethingElse' };
  const later = await put(store, randomUUID(), 0, unknown);
  expect(await follower.waitFor(['boxes'], later, within)).toBe('fresh');

  const never = later.replace(/^0/, '9') as typeof later; // a position that the store has not reached
  const calledAt = performance.now();
  expect(await follower.waitFor(['boxes'], never, { timeoutMs: 100 })).toBe('stale');
  expect(performance.now() - calledAt).toBeLessThan(STATE_MS / 2);
});

test('a search under row-level security uses its trigram index', async () => {
  await start([boxProjectionAt(2)]);
  const plan = await asTenant(db.pool, tenants[0], async (tx) => {
    await tx.query('set local enable_seqscan = off'); // a sequential scan of a small table is faster
    const { rows } = await tx.query<{ 'QUERY PLAN': string }>(
      `explain select id from boxes where label like '%needle%'`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toMatch(/Index Cond: \(label ~~ '%needle%'/);
});
