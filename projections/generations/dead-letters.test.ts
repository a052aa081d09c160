import { randomUUID } from 'node:crypto';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Push } from '@crm/platform/live/messages.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { countDeadLetters, listDeadLetters, requestRetry } from '@crm/platform/runner/dead-letters/list.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { STATE_MS } from '@crm/platform/test/patience.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { writeUnchecked } from '@crm/platform/test/write-unchecked.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnyProjection, Row } from '../projection.ts';
import { build } from './build.ts';
import {
  boxCounts,
  boxEvent,
  boxProjection,
  boxProjectionAt,
  boxRow,
  noteRows,
  POISON_AMOUNT,
  POISON_LABEL,
  put,
  tenants,
} from './sample-events.ts';
import { startProjections } from './start.ts';

const db = await testDatabase();
const log = openLog('silent');

// Each test has its own history: a poisoned event would otherwise be in every later rebuild.
let store: EventStore;
const stops: (() => Promise<void>)[] = [];
beforeEach(() => {
  store = testStore(db.url);
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await store.close();
  await db.pool.query('truncate event_store.events, checkpoints, dead_letters');
  const { rows } = await db.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relname ~ '^box.*_g[0-9]+$'`,
  );
  for (const { name } of rows) await db.pool.query(`drop table ${name} cascade`);
});

async function start(projection: AnyProjection, publish: (pushes: readonly Push[]) => void = () => {}) {
  const abort = new AbortController();
  const options = {
    pool: db.everyTenant,
    leadership: openLeadership(db.url, log),
    store,
    log,
    signal: abort.signal,
    publish,
  };
  const running = await startProjections([projection], options);
  const stop = async () => {
    abort.abort();
    await running.stopped;
  };
  stops.push(stop);
  return { ...running, stop };
}

const rebuild = (projection: AnyProjection = boxProjection, more: { accept?: boolean } = {}) =>
  build(projection, { pool: db.pool, store, log, signal: new AbortController().signal, ...more });

/** A later program, by default of the same version, that can apply a filling with the poisoned amount. */
function corrected(version = 1): AnyProjection {
  const { tables } = boxProjection;
  const fold: (typeof tables)[number]['fold'] = (row, event) => {
    const poisoned = event.type === 'BoxFilled' && amountOf(event.data) === POISON_AMOUNT;
    return (tables[0]?.fold(row, poisoned ? { ...event, data: { amount: 100 } } : event) ??
      null) as Row | null;
  };
  return {
    ...boxProjectionAt(version),
    tables: tables.map((table, n) => (n === 0 ? { ...table, fold } : table)),
  };
}
const amountOf = (data: unknown) => (data as { amount: number }).amount; // a boundary: a sample event

const within = { timeoutMs: STATE_MS };
const made = (label = 'box') => boxEvent({ type: 'BoxMade', data: { label } });
const filled = (amount: number) => boxEvent({ type: 'BoxFilled', data: { amount } });
const noted = (text: string) => boxEvent({ type: 'BoxNoted', data: { noteId: randomUUID(), text } });

/** A box with a filling that cannot be applied, one filling before it and two events after it. */
async function poisonedBox() {
  const box = randomUUID();
  const events = [made(), filled(1), filled(POISON_AMOUNT), filled(2), noted('after')];
  const position = await put(store, box, 0, ...events);
  return { box, position };
}

const letters = () => listDeadLetters(db.pool, 'boxes', 100);
async function generations() {
  const { rows } = await db.pool.query<{ generation: number; state: string; version: number }>(
    'select generation, state, version from checkpoints order by generation',
  );
  return rows;
}

test('holds only the later events of its stream behind a failed event', async () => {
  const { waitFor } = await start(boxProjection);
  const { box } = await poisonedBox();
  const other = randomUUID();
  await waitFor(['boxes'], await put(store, other, 0, made(), filled(3)), within);
  expect(await boxRow(db.pool, box)).toMatchObject({ amount: 1, fillings: 1 });
  expect(await noteRows(db.pool, box)).toEqual([]);
  expect(await boxRow(db.pool, other)).toMatchObject({ amount: 3 });
  expect(await letters()).toMatchObject([
    {
      type: 'BoxFilled',
      stream: `box-${box}`,
      tenant: tenants[0],
      error: 'Error: this amount cannot be',
      attempts: 1,
      held: 2,
      state: 'live',
    },
  ]);
  // Events of later batches are held, too.
  await waitFor(['boxes'], await put(store, box, 5, filled(4)), within);
  expect(await boxRow(db.pool, box)).toMatchObject({ amount: 1 });
  expect(await countDeadLetters(db.pool)).toEqual([{ name: 'boxes', failed: 1, held: 3 }]);
});

test('a rebuild with the same dead letters as the live generation switches over by itself', async () => {
  const { waitFor } = await start(boxProjection);
  const { box } = await poisonedBox();
  const [half, zero, long] = [randomUUID(), randomUUID(), randomUUID()];
  await writeUnchecked(db.pool, `box-${half}`, [made(), noted('half \ud83d'), filled(1)]);
  await writeUnchecked(db.pool, `box-${zero}`, [made('zero \u0000'), filled(1)]);
  await waitFor(['boxes'], await put(store, long, 0, made(POISON_LABEL), filled(1)), within);
  const before = await letters();
  expect(before.map(({ stream, held }) => ({ stream, held }))).toEqual([
    { stream: `box-${box}`, held: 2 },
    { stream: `box-${half}`, held: 1 },
    { stream: `box-${zero}`, held: 1 },
    { stream: `box-${long}`, held: 1 },
  ]);

  const rebuilt = await rebuild();
  expect(rebuilt).toMatchObject({ outcome: 'live', added: { count: 0 } });
  expect(rebuilt?.comparison?.every(({ same }) => same)).toBe(true);
  expect(await generations()).toEqual([{ generation: 2, state: 'live', version: 1 }]);
  const left = (all: typeof before) => all.map(({ stream, event_id, held }) => ({ stream, event_id, held }));
  expect(left(await letters())).toEqual(left(before));
  expect(await boxRow(db.pool, box)).toMatchObject({ amount: 1, fillings: 1 });
  expect(await boxRow(db.pool, half)).toMatchObject({ fillings: 0 });
  expect(await boxRow(db.pool, long)).toBeUndefined();
  const { kept, counted } = await boxCounts(db.pool, tenants[0]);
  expect(kept).toEqual(counted);
  // The live runner continues with the new generation and its dead letters.
  await waitFor(['boxes'], await put(store, box, 5, filled(4)), within);
  expect(await boxRow(db.pool, box)).toMatchObject({ amount: 1 });
});

test('a rebuild with more dead letters than the live generation waits, and --accept makes it live', async () => {
  const { waitFor } = await start(corrected());
  const { box, position } = await poisonedBox();
  await waitFor(['boxes'], position, within);
  expect(await boxRow(db.pool, box)).toMatchObject({ amount: 103 });

  const first = await rebuild();
  expect(first).toMatchObject({ outcome: 'waiting', added: { count: 3 } });
  expect(first?.added.first).toMatchObject([
    { type: 'BoxFilled', stream: `box-${box}`, error: 'Error: this amount cannot be' },
    { type: 'BoxFilled', error: null },
    { type: 'BoxNoted', error: null },
  ]);
  expect(first?.comparison?.find(({ table }) => table === 'boxes')).toMatchObject({ same: false });
  expect(await generations()).toEqual([
    { generation: 1, state: 'live', version: 1 },
    { generation: 2, state: 'waiting', version: 1 },
  ]);
  expect(await boxRow(db.pool, box)).toMatchObject({ amount: 103 });
  expect(await letters()).toMatchObject([{ state: 'waiting', generation: 2 }]);
  expect(await countDeadLetters(db.pool)).toEqual([]);

  const other = randomUUID();
  await waitFor(['boxes'], await put(store, other, 0, made(), filled(9)), within);
  const accepted = await rebuild(boxProjection, { accept: true });
  expect(accepted).toMatchObject({ outcome: 'live', generation: 2, added: { count: 3 } });
  expect(accepted?.events).toBe(2); // only the events since then; not a new build
  expect(await generations()).toEqual([{ generation: 2, state: 'live', version: 1 }]);
  expect(await boxRow(db.pool, box)).toMatchObject({ amount: 1 });
  expect(await boxRow(db.pool, other)).toMatchObject({ amount: 9 });
});

test('a start keeps a waiting generation, and a rebuild without --accept builds it again', async () => {
  const running = await start(corrected());
  await running.waitFor(['boxes'], (await poisonedBox()).position, within);
  await rebuild();
  await running.stop();
  await start(corrected());
  expect((await generations()).map(({ state }) => state)).toEqual(['live', 'waiting']);
  expect(await rebuild(corrected())).toMatchObject({ outcome: 'live', added: { count: 0 } });
  expect(await generations()).toEqual([{ generation: 2, state: 'live', version: 1 }]);
});

test('a start with a newer version continues without a poisoned event, and a later retry applies it', async () => {
  const older = await start(corrected());
  const { box, position } = await poisonedBox();
  await older.waitFor(['boxes'], position, within);
  await older.stop();

  const newer = await start(boxProjectionAt(2));
  expect(await generations()).toEqual([{ generation: 2, state: 'live', version: 2 }]);
  await newer.waitFor(['boxes'], await put(store, box, 5, filled(4)), within);
  expect(await boxRow(db.pool, box)).toMatchObject({ amount: 1, fillings: 1 });
  expect(await countDeadLetters(db.pool)).toEqual([{ name: 'boxes', failed: 1, held: 3 }]);

  // This program cannot apply it either.
  expect(await requestRetry(db.pool, 'boxes')).toEqual(new Map([['boxes', 4]]));
  await vi.waitFor(async () => expect(await letters()).toMatchObject([{ attempts: 2, held: 3 }]));
  await newer.stop();

  const pushes: Push[] = [];
  await start(corrected(2), (more) => pushes.push(...more));
  await requestRetry(db.pool, null);
  await vi.waitFor(async () => expect(await letters()).toEqual([]));
  expect(await countDeadLetters(db.pool)).toEqual([]);
  expect(await boxRow(db.pool, box)).toMatchObject({
    amount: 107,
    fillings: 4,
    extra: { lastText: 'after' },
  });
  expect(await noteRows(db.pool, box)).toHaveLength(1);
  expect(pushes.flatMap(({ ids }) => ids)).toContain(box);
  expect((await rebuild(corrected(2)))?.comparison?.every(({ same }) => same)).toBe(true);
});

test('a retry that fails in the middle of a sequence keeps the rest in order', async () => {
  const { waitFor, stop } = await start(boxProjection);
  const box = randomUUID();
  const events = [made(), filled(POISON_AMOUNT), filled(2), noted('zero \u0000'), filled(3)];
  await waitFor(['boxes'], await writeUnchecked(db.pool, `box-${box}`, events), within);
  expect(await letters()).toMatchObject([{ type: 'BoxFilled', held: 3 }]);
  await stop();

  await start(corrected());
  await requestRetry(db.pool, 'boxes');
  await vi.waitFor(async () => expect(await letters()).toMatchObject([{ type: 'BoxNoted', held: 1 }]));
  const [left] = await letters();
  expect(left).toMatchObject({ attempts: 1, error: expect.stringContaining('22') });
  expect(await boxRow(db.pool, box)).toMatchObject({ amount: 102, fillings: 2 });
});
