import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { register } from '../../runner/checkpoint.ts';
import { testDatabase } from '../../test/database.ts';
import { shortOrLong } from '../../test/faults.ts';
import { programOf } from '../../test/program.ts';
import { runProgram } from '../../test/run-program.ts';
import { testStoreConfig } from '../../test/test-store.ts';
import { adoptHistory } from '../adopt-history.ts';
import { idsOf, sampleAppend, sampleEvent, sampleStream } from '../contract/samples.ts';
import { appended } from '../contract/under-test.ts';
import { openHistory, readHistory } from '../history.ts';
import { type EventStoreConfig, openEventStore } from '../open.ts';
import { type EventStore, type Position, type RecordedEvent, START } from '../port.ts';
import { copyingPostgres } from '../postgres/copying.ts';
import { startWire } from '../wire/wire.ts';

const [first, last, foreign] = [await testDatabase(), await testDatabase(), await testDatabase()];
type Database = typeof first;
const wire = await startWire();
const stores: EventStore[] = [];
const open = async (config: EventStoreConfig) => {
  const store = await openEventStore(config);
  stores.push(store);
  return store;
};
const source = await open(testStoreConfig(first.url));
const middle = await open({ kind: 'eventstoredb', url: wire.url });
const target = await open(testStoreConfig(last.url));
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await wire.end();
});

const COPY = 'platform/event-store/copy/main.ts';
const copy = (from: string, to: string) => runProgram(COPY, ['--from', from, '--to', to]);
const startCopy = async (from: string, to: string) =>
  spawn(process.execPath, [await programOf(COPY), '--from', from, '--to', to], { stdio: 'ignore' });

/**
 * Starts a copy and kills it a moment after the target's head moves. Both ends are slow enough that most is left to
 * copy.
 */
async function killedCopy(from: string, to: string, growing: EventStore) {
  await wire.delay(200);
  const before = await growing.head();
  const child = await startCopy(from, to);
  const ended = once(child, 'close');
  await expect.poll(() => growing.head(), { interval: 10 }).not.toBe(before);
  await sleep(Math.random() * 50);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  await wire.delay(0);
}

/** Kills a copy in its second batch: a trigger in the target's Postgres blocks that batch until the kill. */
async function killedInItsSecondBatch(from: string, to: string) {
  await last.pool.query(`
    create function stand_still() returns trigger language plpgsql as $$
    begin
      if exists (select from event_store.events where position not in (select position from new_rows)) then
        perform pg_sleep(600);
      end if;
      return null;
    end $$;
    create trigger stand_still after insert on event_store.events
      referencing new table as new_rows for each statement execute function stand_still()`);
  const child = await startCopy(from, to);
  const ended = once(child, 'close');
  const sleeping = `select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
  await expect.poll(async () => (await last.pool.query(sleeping)).rowCount).toBe(1);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  await last.pool.query(`select pg_terminate_backend(pid, 60000) from (${sleeping}) still`);
  await last.pool.query('drop trigger stand_still on event_store.events; drop function stand_still');
}

async function everything(store: EventStore): Promise<Omit<RecordedEvent, 'position'>[]> {
  const found: Omit<RecordedEvent, 'position'>[] = [];
  for (let after = START; ; ) {
    const { events, upTo } = await store.readAll({ after, limit: 1_000 });
    if (upTo === after) return found.filter(({ stream }) => stream !== 'history');
    found.push(...events.map(({ position: _, ...event }) => event));
    after = upTo;
  }
}

/** Starts the product on a store, as far as the move of its database goes. @returns the history id */
async function adopted({ everyTenant }: Database, store: EventStore): Promise<string> {
  const id = (await readHistory(store)).id ?? expect.fail('The store has no history id');
  await adoptHistory(everyTenant, id, store);
  return id;
}

const checkpointsIn = async ({ pool }: Database) => {
  const { rows } = await pool.query<{ name: string; position: Position }>(
    'select name, position from checkpoints order by name',
  );
  return Object.fromEntries(rows.map(({ name, position }) => [name, position]));
};

const positionIn = async (store: EventStore, { stream, revision }: RecordedEvent) =>
  (await store.readStream(stream, { from: revision, limit: 1 }))[0]?.position;

const EVENTS = shortOrLong(3_000, 6_000);
/** The last events that two reactions of the product on the source have read. */
let readBy: { behind: RecordedEvent; upToDate: RecordedEvent };
const KILLS = shortOrLong(1, 3);
const [kept, released] = [`email:${randomUUID()}`, `email:${randomUUID()}`];
const owner = sampleStream();

it('starts from a history with many streams, text that appends now refuse, and reserved and released names', async () => {
  const id = await openHistory(source, { Sampled: 1 });
  await adoptHistory(first.everyTenant, id, source);
  await appended(source, { ...sampleAppend(owner, 'none'), reserve: [kept, released] });
  await appended(source, { ...sampleAppend(owner, 0), release: [released] });
  const odd = { names: ['आशा', 'half \ud800', '\u0001'], 'NUL \0': '\0', 2: 'b', 1: 'a', n: [1e21, -0.5] };
  // Earlier versions accepted such text; an append refuses it now.
  const old = copyingPostgres(first.url);
  const at = new Date('2025-03-01T10:20:30.456Z');
  await old.add([{ ...sampleEvent(odd), stream: sampleStream(), revision: 0, position: START, at }]);
  await old.close();
  const streams = Array.from({ length: EVENTS / 4 }, sampleStream);
  await Promise.all(
    streams.map(async (stream) => {
      await appended(source, sampleAppend(stream, 'none', 2));
      await appended(source, sampleAppend(stream, 1, 2));
    }),
  );
  expect(await everything(source)).toHaveLength(EVENTS + 3);

  const { events } = await source.readAll({ after: START, limit: 100 });
  const [begun, behind] = [events[0], events[50]];
  const { stream = '' } = (await source.readAll({ after: START, limit: 2 * EVENTS })).events.at(-1) ?? {};
  const [upToDate] = await source.readBackwards(stream, { before: null, limit: 1 });
  if (!begun || !behind || !upToDate) return expect.fail('Too few events');
  readBy = { behind, upToDate };
  const positions = {
    ...{ behind: behind.position, upToDate: await source.head() },
    ...{ readNothing: START, started: begun.position },
  };
  for (const [name, at] of Object.entries(positions)) await register(first.everyTenant, name, 1, at);
});

describe('copying', () => {
  it('refuses two Postgres databases, and one that is not of the product on the source', async () => {
    expect(await copy(first.url, last.url)).toEqual({
      code: 1,
      output: expect.stringMatching(/^Both ends are Postgres.* npm run backup and npm run restore .*\n$/),
    });
    const elsewhere = await copy(last.url, wire.url);
    expect(elsewhere).toEqual({ code: 1, output: expect.stringMatching(/^The database is not the one /) });
  });

  it('resumes after a killed run and ends with two equal stores', async () => {
    for (let kills = 0; kills < KILLS; kills += 1) await killedCopy(first.url, wire.url, middle);
    const { code, output } = await copy(first.url, wire.url);
    expect(output).toMatch(/The same in both\./);
    expect(code).toBe(0);
    expect(await everything(middle)).toEqual(await everything(source));
  });

  it('lets reactions continue after the last event that they had read, in the copy and when going back', async () => {
    const before = await checkpointsIn(first);
    const positionsIn = async (store: EventStore) => ({
      behind: await positionIn(store, readBy.behind),
      upToDate: await positionIn(store, readBy.upToDate),
      readNothing: START,
      started: START,
    });
    expect(before).toEqual({ ...(await positionsIn(source)), started: before['started'] });
    await adopted(first, middle);
    expect(await checkpointsIn(first)).toEqual(await positionsIn(middle));
    await adopted(first, source);
    expect(await checkpointsIn(first)).toEqual(await positionsIn(source));
  });

  it('lets a reaction that has read further since the copy continue at the head', async () => {
    await adopted(first, middle);
    await first.everyTenant.query(`update checkpoints set position = $1 where name = 'behind'`, [
      await middle.head(),
    ]);
    // By mistake, and back.
    await adopted(first, source);
    expect(await checkpointsIn(first)).toMatchObject({ behind: await source.head() });
    await adopted(first, middle);
    expect(await checkpointsIn(first)).toMatchObject({
      behind: await middle.head(),
      upToDate: await positionIn(middle, readBy.upToDate),
    });
    await adopted(first, source);
  });

  it('works in the other direction', async () => {
    await adopted(last, middle);
    await killedInItsSecondBatch(wire.url, last.url);
    const { code, output } = await copy(wire.url, last.url);
    expect(output).toMatch(new RegExp(`in all, in order: ${(EVENTS + 3).toLocaleString('en')} events`));
    expect(code).toBe(0);
    expect(await everything(target)).toEqual(await everything(source));
  });

  it('copies reserved names; released names are free', async () => {
    for (const store of [middle, target]) {
      const other = { ...sampleAppend(sampleStream(), 'none'), reserve: [kept] };
      expect(await store.append(other)).toEqual({ kind: 'taken', name: kept });
      await appended(store, { ...sampleAppend(sampleStream(), 'none'), reserve: [released] });
      await appended(store, { ...sampleAppend(owner, 1), release: [kept] });
      await appended(store, other);
    }
  });

  it('gives the copy its own history id and the used event types', async () => {
    const ids = await Promise.all(
      [source, middle, target].map((store) => openHistory(store, { Sampled: 1 })),
    );
    expect(new Set(ids).size).toBe(3);
    await expect(openHistory(target, {})).rejects.toThrow(
      /newer version of this program \(Sampled in version 1/,
    );
  });

  it('refuses a target that is an opened store or has other events', async () => {
    expect(await copy(wire.url, last.url)).toEqual({
      code: 1,
      output: 'The target is a store of its own already: copy into an empty one\n',
    });
    await appended(await open(testStoreConfig(foreign.url)), sampleAppend(sampleStream(), 'none'));
    await adopted(foreign, middle);
    expect(await copy(wire.url, foreign.url)).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^The target holds what the source does not \(Sampled, event 0 of sample-/,
      ),
    });
  });

  it('reports a wrong URL in one line', async () => {
    const nowhere = 'esdb://127.0.0.1:1?tls=false';
    expect((await copy(first.url, nowhere)).output).toMatch(
      /^EventStoreDB at 127.0.0.1:1 cannot be reached.*\n$/,
    );
    expect((await copy('mysql://x', wire.url)).output).toMatch(
      /^A URL begins with esdb:\/\/ or postgresql:\/\//,
    );
    expect((await copy(first.url, first.url)).output).toMatch(/npm run copy-events -- --from URL --to URL/);
    expect(idsOf(await source.readStream('nothing'))).toEqual([]);
  });
});
