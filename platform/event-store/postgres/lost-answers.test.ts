import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { cuttableLine } from '../../test/cuttable-line.ts';
import { testDatabase } from '../../test/database.ts';
import { testStore } from '../../test/test-store.ts';
import { idsOf, sampleAppend, sampleStream } from '../contract/samples.ts';

// Connects through a proxy that can drop the answer to an append.

const database = await testDatabase();
const line = await cuttableLine(database.url, 'event_store.append(');
const store = testStore(line.url);
const direct = testStore(database.url);
afterEach(() => line.heal());
afterAll(async () => {
  await store.close();
  await direct.close();
  line.close();
});

it('settles a lost answer by sending the same ids again, which writes once', async () => {
  await store.append(sampleAppend(sampleStream(), 'none')); // opens a connection
  const appends = [sampleAppend(sampleStream(), 'none', 2), sampleAppend(sampleStream(), 'none')];
  line.swallowAnswers(1);
  const outcomes = await Promise.all(appends.map((append) => store.append(append)));
  expect(outcomes).toMatchObject([
    { kind: 'appended', revision: 1, repeated: true },
    { kind: 'appended', revision: 0, repeated: true },
  ]);
  for (const { stream, events } of appends) {
    expect(idsOf(await direct.readStream(stream))).toEqual(idsOf(events));
  }
});

it('returns unknown without any answer, and the same ids can be sent again', async () => {
  const append = sampleAppend(sampleStream(), 'none', 2);
  line.swallowAnswers(100);
  expect(await store.append(append)).toMatchObject({ kind: 'unknown' });
  line.heal();
  expect(await store.append(append)).toMatchObject({ kind: 'appended', revision: 1, repeated: true });
  expect(idsOf(await direct.readStream(append.stream))).toEqual(idsOf(append.events));
});

it('returns unavailable when nothing could be sent', async () => {
  line.refuse();
  const append = sampleAppend(sampleStream(), 'none');
  // Until the pool notices that its connections ended, an append may be sent into one of them.
  await vi.waitFor(async () => expect(await store.append(append)).toMatchObject({ kind: 'unavailable' }));
  expect(await direct.readStream(append.stream)).toEqual([]);
});
