import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { closeAtEnd, testStoreConfig } from '../../test/test-store.ts';
import { commented, created, createdData, edited, editedData, erasure } from '../contract/sample-leads.ts';
import { appended } from '../contract/under-test.ts';
import type { EventStoreConfig } from '../open.ts';
import type { EventStore, RecordedEvent } from '../port.ts';
import { startWire } from '../wire/wire.ts';
import { destroyKey } from './keys.ts';
import { openSealedEventStore } from './open.ts';

const db = await testDatabase();
const wire = await startWire();
afterAll(wire.end);

const configs: [string, EventStoreConfig][] = [
  ['Postgres', testStoreConfig(db.url)],
  ['EventStoreDB', { kind: 'eventstoredb', url: wire.url }],
];
const SECRETS = ['रवि कुमार', '+91 98765 43210', 'ravi@example.test', '02079460000', 'spring'];

const newLead = () => {
  const subject = randomUUID();
  return { subject, stream: `lead-${subject}` };
};
const datasOf = (events: readonly RecordedEvent[]) => events.map(({ data }) => data);
const hasSecrets = (value: unknown) => SECRETS.some((secret) => JSON.stringify(value).includes(secret));

describe.each(configs)('a store that encrypts personal data: %s', async (_, config) => {
  const open = async () => {
    const opened = await openSealedEventStore(config, db.pool);
    closeAtEnd(opened.store);
    return opened;
  };
  const { store, storedEvents } = await open();
  const { store: another } = await open();

  /** Appends the three events of a lead, one after the other. */
  async function lead(by: EventStore = store) {
    const { subject, stream } = newLead();
    const events = [created(), edited(), commented()];
    for (const [n, event] of events.entries())
      await appended(by, { stream, expected: n === 0 ? 'none' : n - 1, events: [event] });
    return { subject, stream, events, tenant: events[0]?.meta.tenant ?? '' };
  }

  test('returns what was appended by every way of reading, and stores none of it as plain text', async () => {
    const after = await store.head();
    const { stream, events } = await lead();
    const datas = datasOf(await storedEvents.readStream(stream));
    expect(datas.map(hasSecrets)).toEqual([false, false, false]);
    expect(datas[0]).toMatchObject({ orderId: 'A-1', details: { product: { name: 'Knee oil' } } });

    const expected = events.map(({ data }) => data);
    const stop = new AbortController();
    for (const reader of [store, another]) {
      expect(datasOf(await reader.readStream(stream))).toEqual(expected);
      const { events: read } = await reader.readAll({ after, limit: 100 });
      expect(datasOf(read.filter((event) => event.stream === stream))).toEqual(expected);
      const followed: unknown[] = [];
      for await (const batch of reader.follow({ after, limit: 100, signal: stop.signal })) {
        followed.push(...datasOf(batch.events.filter((event) => event.stream === stream)));
        if (followed.length === expected.length) break;
      }
      expect(followed).toEqual(expected);
    }
    stop.abort();
  });

  test('of several that create one stream, one writes and all can read it', async () => {
    const { stream } = newLead();
    const outcomes = await Promise.all(
      [store, another, store, another].map((by) =>
        by.append({ stream, expected: 'none', events: [created()] }),
      ),
    );
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual([
      'appended',
      'conflict',
      'conflict',
      'conflict',
    ]);
    for (const reader of [store, another, (await open()).store])
      expect(datasOf(await reader.readStream(stream))).toEqual([createdData]);
  });

  test('an append that is repeated stays readable', async () => {
    const { stream } = newLead();
    const append = { stream, expected: 'none' as const, events: [created()] };
    await appended(store, append);
    await appended(another, append);
    expect(await appended(store, append)).toMatchObject({ repeated: true });
    for (const reader of [store, another, (await open()).store])
      expect(datasOf(await reader.readStream(stream))).toEqual([createdData]);
  });

  test('an erasure ends the reading everywhere, also before the key is deleted', async () => {
    const { stream, subject, tenant } = await lead();
    expect(hasSecrets(datasOf(await another.readStream(stream)))).toBe(true); // and keeps the key in memory
    await appended(store, { stream, expected: 2, events: [erasure()] });
    for (const reader of [store, another]) {
      const datas = datasOf(await reader.readStream(stream));
      expect(hasSecrets(datas)).toBe(false);
      expect(datas[0]).toMatchObject({ details: { customer: { phone: '(erased)' } } });
      expect(datas[3]).toEqual({ reason: 'She asked for it' });
    }
    await destroyKey(db.pool, { subject, tenant });
    await destroyKey(db.pool, { subject, tenant });
    expect(hasSecrets(datasOf(await (await open()).store.readStream(stream)))).toBe(false);
    const { rows } = await db.pool.query('select key from event_store.personal_keys where subject = $1', [
      subject,
    ]);
    expect(rows).toEqual([{ key: null }]);
    await appended(another, { stream, expected: 3, events: [commented(), edited()] });
    expect(hasSecrets(datasOf(await storedEvents.readStream(stream)))).toBe(false);
  });

  test('only the tenant of a subject destroys its key', async () => {
    const { stream, subject } = await lead();
    await destroyKey(db.pool, { subject, tenant: randomUUID() });
    expect(hasSecrets(datasOf(await (await open()).store.readStream(stream)))).toBe(true);
  });

  test('streams from before encryption stay plain text, and are read as erased after an erasure', async () => {
    const { stream, subject } = newLead();
    await appended(storedEvents, { stream, expected: 'none', events: [created()] });
    await appended(store, { stream, expected: 0, events: [edited()] });
    expect(datasOf(await store.readStream(stream))).toEqual([createdData, editedData]);
    expect(datasOf(await storedEvents.readStream(stream)).map(hasSecrets)).toEqual([true, true]);
    await destroyKey(db.pool, { subject, tenant: erasure().meta.tenant });
    expect(hasSecrets(datasOf(await (await open()).store.readStream(stream)))).toBe(false);
  });

  test('a stream whose key was lost takes no event, which would be plain text', async () => {
    const { stream, subject } = await lead();
    await db.pool.query('delete from event_store.personal_keys where subject = $1', [subject]);
    const append = { stream, expected: 2, events: [edited()] };
    expect(await (await open()).store.append(append)).toEqual({
      kind: 'unavailable',
      reason: `The key of ${stream} is missing: restore the database that has the keys`,
    });
    expect(await storedEvents.readStream(stream)).toHaveLength(3);
  });

  test('a changed byte of the encrypted text shows no other data', async () => {
    const { stream } = newLead();
    const { data, ...event } = created();
    await appended(store, { stream, expected: 'none', events: [{ ...event, data }] });
    const [sealed] = datasOf(await storedEvents.readStream(stream)) as { sealed: string }[]; // as sealEvent writes it
    const copy = newLead().stream;
    const changed = { ...sealed, sealed: `${sealed?.sealed.slice(0, -8)}AAAAAAA=` };
    await appended(storedEvents, {
      stream: copy,
      expected: 'none',
      events: [{ ...event, id: randomUUID(), data: changed }],
    });
    expect(hasSecrets(datasOf(await store.readStream(copy)))).toBe(false);
  });

  test('refuses text that cannot be stored, as for plain events', async () => {
    const events = [commented('half of a pair: \ud83d')];
    const append = store.append({ stream: newLead().stream, expected: 'none', events });
    await expect(append).rejects.toThrow('holds a NUL or half of a surrogate pair');
  });

  test('waits while the keys cannot be read, and refuses to append', async () => {
    const { stream, events } = await lead();
    const away = new Pool({ connectionString: 'postgresql://crm@127.0.0.1:1/none' });
    onTestFinished(() => away.end());
    const unkeyed = await openSealedEventStore(config, away);
    closeAtEnd(unkeyed.store);
    await expect(unkeyed.store.readStream(stream)).rejects.toThrow('ECONNREFUSED');
    const outcome = await unkeyed.store.append({ stream, expected: 2, events: [commented()] });
    expect(outcome).toMatchObject({ kind: 'unavailable' });
    expect(await storedEvents.readStream(stream)).toHaveLength(events.length);
    const stop = new AbortController();
    const after = await store.head();
    await lead();
    const follower = unkeyed.store.follow({ after, limit: 10, signal: stop.signal })[Symbol.asyncIterator]();
    const next = follower.next();
    stop.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });
});
