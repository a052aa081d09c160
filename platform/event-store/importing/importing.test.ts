import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { testStore } from '../../test/test-store.ts';
import type { NewEvent } from '../port.ts';
import { dropWritten, sweepStaged } from './drop.ts';
import { completeStaging, type ImportedEvent, stageEvents, startStaging } from './stage.ts';
import { beginWriting, writeNext } from './write.ts';

const db = await testDatabase();
const store = testStore(db.url);
const pool = db.everyTenant;

/** Any event may follow. */
const phaseAfter = () => 'any';

const newEvent = (tenant: TenantId): NewEvent => ({
  id: randomUUID(),
  type: 'TenantCreated',
  version: 1,
  data: { organizationName: 'A' },
  meta: testMeta(tenant),
});

const eventOf = (tenant: TenantId, n: number): ImportedEvent => ({
  ...newEvent(tenant),
  n,
  stream: `tenant-${tenant}`,
  revision: n - 1,
  at: new Date(`2026-03-0${n}T10:00:00.000Z`),
});

/** Stages an organisation with two events of one stream, and a name. */
async function staged(tenant = TenantId.parse(randomUUID()), name = `email:${randomUUID()}`) {
  const id = randomUUID();
  const stream = `tenant-${tenant}`;
  const events = [eventOf(tenant, 1), eventOf(tenant, 2)];
  await startStaging(pool, id);
  expect(await stageEvents(pool, { id, tenant, after: 0, phaseAfter }, events)).toEqual([]);
  await completeStaging(pool, id, { names: [{ name, stream }], summary: {} });
  return { id, tenant, stream, events, name };
}

test('an import has its times, and its streams take no other event until all are written', async () => {
  const { id, tenant, stream, events } = await staged();
  expect(await beginWriting(pool, id, null)).toEqual({ kind: 'none' });
  const other = { stream, expected: 'none' as const, events: [newEvent(tenant)] };
  expect(await store.append(other)).toEqual({ kind: 'conflict', actual: 'none' });
  expect(await writeNext(pool, id)).toEqual({ written: 2, isDone: true });
  expect(await writeNext(pool, id)).toEqual({ written: 2, isDone: true });
  const written = await store.readStream(stream);
  expect(written.map(({ id: event, revision, at }) => ({ id: event, revision, at }))).toEqual(
    events.map(({ id: event, revision, at }) => ({ id: event, revision, at })),
  );
  expect(await store.append({ ...other, expected: 1 })).toMatchObject({ kind: 'appended', revision: 2 });
  await dropWritten(pool, id);
  expect((await pool.query('select from event_store.import_streams where import = $1', [id])).rowCount).toBe(
    0,
  );
});

test('names are reserved with the first step, and a name that is taken leaves nothing', async () => {
  const first = await staged();
  const second = await staged(undefined, first.name);
  expect(await beginWriting(pool, first.id, null)).toEqual({ kind: 'none' });
  expect(await beginWriting(pool, second.id, null)).toEqual({ kind: 'taken', names: [first.name] });
  const stream = `user-${randomUUID()}`;
  const append = {
    stream,
    expected: 'none' as const,
    events: [newEvent(first.tenant)],
    reserve: [first.name],
  };
  expect(await store.append(append)).toEqual({ kind: 'taken', name: first.name });
  expect(await store.readStream(second.stream)).toEqual([]);
});

test('places under a limit are reserved', async () => {
  const { id, tenant, stream } = await staged();
  const prefix = `place:leads:${tenant}:`;
  await beginWriting(pool, id, { prefix, count: 3, stream });
  const { rows } = await pool.query<{ name: string }>(
    'select name from event_store.reservations where name like $1 order by name',
    [`${prefix}%`],
  );
  expect(rows.map(({ name }) => name)).toEqual([`${prefix}1`, `${prefix}2`, `${prefix}3`]);
});

/** Resolves when the connections of this database that wait for a lock are so many. */
const lockedOut = (connections: number) =>
  expect
    .poll(async () => {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount;
    })
    .toBe(connections);

test('an event that is appended after the first look at the streams refuses the import', async () => {
  const { id, tenant, stream, name } = await staged();
  const append = await pool.connect();
  await append.query('begin');
  await append.query(`select pg_advisory_xact_lock(hashtextextended('event_store.append', 0))`);
  const begun = beginWriting(pool, id, null);
  await lockedOut(1);
  // As an append: the position behind the head, and the lock until the commit.
  await append.query(
    `insert into event_store.events (position, stream, revision, id, type, version, at, data, meta)
     select coalesce(max(position), 0) + 1, $1, 0, $2, 'TenantCreated', 1, now(), '{}', '{}' from event_store.events`,
    [stream, randomUUID()],
  );
  await append.query('commit');
  append.release();
  expect(await begun).toEqual({ kind: 'exists' });
  const reserve = {
    stream: `user-${randomUUID()}`,
    expected: 'none' as const,
    events: [newEvent(tenant)],
    reserve: [name],
  };
  expect(await store.append(reserve)).toMatchObject({ kind: 'appended' });
});

test('of two imports of one organisation at once, one wins', async () => {
  const first = await staged();
  const second = await staged(first.tenant);
  const begun = await Promise.all([beginWriting(pool, first.id, null), beginWriting(pool, second.id, null)]);
  expect(begun.map(({ kind }) => kind).sort()).toEqual(['exists', 'none']);
});

test('keys of personal data are stored with the first events of their streams', async () => {
  const tenant = TenantId.parse(randomUUID());
  const id = randomUUID();
  const subject = randomUUID();
  await startStaging(pool, id);
  const lead = { ...eventOf(tenant, 2), stream: `lead-${subject}`, revision: 0 };
  await stageEvents(pool, { id, tenant, after: 0, phaseAfter }, [eventOf(tenant, 1), lead]);
  await completeStaging(pool, id, { names: [], summary: {} });
  const keys = async () =>
    (
      await pool.query(
        'select tenant, key is not null as kept from event_store.personal_keys where subject = $1',
        [subject],
      )
    ).rows;
  await beginWriting(pool, id, null);
  expect(await keys()).toEqual([]);
  await writeNext(pool, id);
  expect(await keys()).toEqual([{ tenant, kept: true }]);
});

test('the sweep leaves an import that begins to be written while it runs', async () => {
  const { id, stream } = await staged();
  const begins = await pool.connect();
  await begins.query('begin');
  await begins.query(`update event_store.imports set state = 'writing' where id = $1`, [id]);
  const swept = sweepStaged(pool, 0);
  await lockedOut(1);
  await begins.query('commit');
  begins.release();
  await swept;
  expect(await writeNext(pool, id)).toEqual({ written: 2, isDone: true });
  expect(await store.readStream(stream)).toHaveLength(2);
});

test('the sweep removes a staged import', async () => {
  const { id, stream } = await staged();
  await sweepStaged(pool, 0);
  expect(await beginWriting(pool, id, null)).toEqual({ kind: 'gone' });
  expect(
    (await pool.query('select from event_store.import_events where stream = $1', [stream])).rowCount,
  ).toBe(0);
});

test('an import whose staged events are missing is not counted as written', async () => {
  const { id } = await staged();
  await beginWriting(pool, id, null);
  await pool.query('delete from event_store.import_events where import = $1 and n = 2', [id]);
  await expect(writeNext(pool, id)).rejects.toThrow(/1 of 2 events/);
});

test('a process that lost its lease stages nothing more', async () => {
  const id = randomUUID();
  const tenant = TenantId.parse(randomUUID());
  await startStaging(pool, id);
  await stageEvents(pool, { id, tenant, after: 0, phaseAfter }, [eventOf(tenant, 1)]);
  // Its successor begins again.
  await startStaging(pool, id);
  await expect(stageEvents(pool, { id, tenant, after: 1, phaseAfter }, [eventOf(tenant, 2)])).rejects.toThrow(
    /by another process/,
  );
  expect(await stageEvents(pool, { id, tenant, after: 0, phaseAfter }, [eventOf(tenant, 1)])).toEqual([]);
});
