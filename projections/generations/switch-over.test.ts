import { randomUUID } from 'node:crypto';
import type { EventStore, ReadAll } from '@crm/platform/event-store/port.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { STATE_MS } from '@crm/platform/test/patience.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { catchUp } from '../test/catch-up.ts';
import { build } from './build.ts';
import { boxEvent, boxProjection, boxProjectionAt, boxRows, put } from './sample-events.ts';
import { startProjections } from './start.ts';

const db = await testDatabase();
const store = testStore(db.url);
const log = openLog('silent');
const signal = new AbortController().signal;

const newBox = () => put(store, randomUUID(), 0, boxEvent({ type: 'BoxMade', data: { label: 'box' } }));
const rebuild = (from: EventStore, version = 1) =>
  build(boxProjectionAt(version), { pool: db.pool, store: from, log, signal });
const changed = (part: Partial<EventStore>): EventStore => Object.assign(Object.create(store), part);

/** A query that has read the boxes and does not end. @returns ends it */
async function longQuery() {
  const client = await db.everyTenant.connect();
  await client.query('begin; select from boxes');
  return async () => {
    await client.query('commit');
    client.release();
  };
}

/** Whether a switch waits for a query now. It gives way after 100 ms, and tries again. */
async function isWaiting() {
  const { rows } = await db.pool.query(
    `select from pg_locks where relation = 'boxes'::regclass and not granted`,
  );
  return rows.length > 0;
}

test('a switch that gives way to a long query goes on behind the events that it has applied', async () => {
  await newBox();
  const stop = new AbortController();
  const leadership = openLeadership(db.url, log);
  const options = { pool: db.everyTenant, leadership, store, log, signal: stop.signal, publish: () => {} };
  const running = await startProjections([boxProjection], options);
  const end = await longQuery();
  // The live projection goes on after the last filling before the switch.
  const head = vi
    .fn<EventStore['head']>(() => store.head())
    .mockImplementationOnce(() => store.head())
    .mockImplementationOnce(async () => {
      const before = await store.head();
      await running.waitFor(['boxes'], await newBox(), { timeoutMs: STATE_MS });
      return before;
    });
  const rebuilt = rebuild(changed({ head }), 2);
  for (const waits of [true, false, true])
    await Promise.race([rebuilt, expect.poll(isWaiting, { interval: 10, timeout: STATE_MS }).toBe(waits)]);
  await end();
  expect(await rebuilt).toMatchObject({ outcome: 'live' });
  expect(await boxRows(db.pool)).toHaveLength(2);
  stop.abort();
  await running.stopped;
});

test('a build that has lost its lock does not switch to the generation of the next builder', async () => {
  await newBox();
  await catchUp([boxProjectionAt(2)], { db, store });
  const before = await boxRows(db.pool);
  const end = await longQuery();
  const lost = rebuild(store, 2);
  await expect.poll(isWaiting, { interval: 10, timeout: STATE_MS }).toBe(true);
  const failed = expect(lost).rejects.toThrow();
  await db.pool.query(
    `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and l.granted
        and l.objid = (hashtextextended('build boxes', 0) & 4294967295)::oid`,
  );
  let free = () => {};
  const freed = new Promise<void>((resolve) => {
    free = resolve;
  });
  const readAll = vi.fn(async (asked: ReadAll) => {
    await freed;
    return store.readAll(asked);
  });
  const next = rebuild(changed({ readAll }), 2);
  onTestFinished(async () => {
    free();
    await next.catch(() => {});
  });
  await expect.poll(() => readAll.mock.calls.length, { timeout: STATE_MS }).toBeGreaterThan(0);
  await end();
  await failed;
  expect(await boxRows(db.pool)).toEqual(before);
  free();
  expect(await next).toMatchObject({ outcome: 'live' });
  expect(await boxRows(db.pool)).toEqual(before);
});
