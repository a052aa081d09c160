import { randomUUID } from 'node:crypto';
import type { ReadAll } from '@crm/platform/event-store/port.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { type AnyProjection, table } from '../projection.ts';
import { catchUp } from '../test/catch-up.ts';
import { type BuildOptions, buildGroups, buildTogether } from './build.ts';
import { boxEvent, boxProjection, POISON_AMOUNT, put } from './sample-events.ts';

const db = await testDatabase();
const store = testStore(db.url);

type Count = { id: string; tenant: string; n: number };

/** Counts the events of each box; unlike `boxProjection`, it can apply all of them. */
const counts: AnyProjection = {
  name: 'event_counts',
  version: 1,
  events: boxProjection.events,
  tables: [
    table<Count, { type: string; data: unknown }>({
      name: 'event_counts',
      columns: { id: 'uuid not null', tenant: 'uuid not null', n: 'integer not null' },
      key: ['id'],
      keyOf: ({ stream }) => ({ id: stream.slice('box-'.length) }),
      fold: (row, { stream, meta }) => ({
        id: stream.slice('box-'.length),
        tenant: meta.tenant,
        n: (row?.n ?? 0) + 1,
      }),
    }),
  ],
};
const both = [boxProjection, counts];
const log = openLog('silent');

const filled = (amount: number) => boxEvent({ type: 'BoxFilled', data: { amount } });
const rebuildBoth = (changed: Partial<BuildOptions> = {}) =>
  buildTogether(both, { pool: db.pool, store, log, signal: new AbortController().signal, ...changed });
const right = both.map(({ name }) => ({
  projection: name,
  outcome: 'live',
  added: { count: 0 },
  comparison: expect.arrayContaining([expect.objectContaining({ same: true })]),
}));

beforeAll(async () => {
  for (let n = 0; n < 20; n += 1) {
    const made = boxEvent({ type: 'BoxMade', data: { label: `box ${n}` } });
    await put(store, randomUUID(), 0, made, filled(n === 7 ? POISON_AMOUNT : n), filled(1));
  }
  await catchUp(both, { db, store });
});

test('reads the history once for all, and one with a poisoned event does not stop the others', async () => {
  const reads = vi.spyOn(store, 'readAll');
  const rebuilt = await rebuildBoth();
  expect(rebuilt).toMatchObject(right);
  for (const { comparison } of rebuilt.flatMap((each) => each ?? []))
    expect(comparison?.filter(({ same }) => !same)).toEqual([]);
  // One for both, and those of the projection that isolates the poisoned event.
  expect(reads.mock.calls.filter(([{ after }]) => after === '')).toHaveLength(2);
  const { rows } = await db.everyTenant.query<{ n: number }>('select sum(n)::int as n from event_counts');
  expect(rows).toEqual([{ n: 60 }]);
});

/** Small batches, so that the faster of two builds waits for the other one. */
const smallBatches = { ...store, readAll: (options: ReadAll) => store.readAll({ ...options, limit: 10 }) };

test('a projection that another process builds does not hold up the others', async () => {
  const other = await db.pool.connect();
  await other.query(`select pg_advisory_lock(hashtextextended('build boxes', 0))`);
  let building = Promise.resolve<unknown>(null);
  await new Promise<void>((countsBuilt) => {
    const onBuilt = ({ name }: AnyProjection) => name === counts.name && countsBuilt();
    building = rebuildBoth({ store: smallBatches, onBuilt });
  });
  other.release(true);
  expect(await building).toMatchObject(right);
});

test('a projection that is up to date is not waited for while another process builds it', async () => {
  const other = await db.pool.connect();
  await other.query(`select pg_advisory_lock(hashtextextended('build boxes', 0))`);
  expect(await rebuildBoth({ needed: ({ name }) => name !== boxProjection.name })).toMatchObject([
    null,
    right[1],
  ]);
  other.release(true);
});

test('two processes build the same projections at once', async () => {
  const builds = [rebuildBoth({ store: smallBatches }), rebuildBoth({ store: smallBatches })];
  expect(await Promise.all(builds)).toMatchObject([right, right]);
});

test('when one build fails, the others stop and their live rows stay', async () => {
  const fails = () => {
    throw new Error('not this one');
  };
  const failing = rebuildBoth({ needed: ({ name }) => (name === counts.name ? fails() : true) });
  await expect(failing).rejects.toThrow('not this one');
  const { rows } = await db.pool.query<{ name: string }>(
    `select name from checkpoints where state = 'live' and name = any($1) order by name`,
    [both.map(({ name }) => name)],
  );
  expect(rows.map(({ name }) => name)).toEqual(['boxes', 'event_counts']);
  expect(await rebuildBoth()).toMatchObject(right);
});

test('builds the projections that read most events together, after all others', () => {
  const most: AnyProjection = { ...boxProjection, readsMostEvents: true };
  const more: AnyProjection = { ...counts, readsMostEvents: true };
  expect(buildGroups([most, boxProjection, more, counts])).toEqual([[boxProjection], [counts], [most, more]]);
  expect(buildGroups([boxProjection])).toEqual([[boxProjection]]);
});
