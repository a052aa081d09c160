import { randomUUID } from 'node:crypto';
import { PLATFORM_TENANT, TenantId } from '@crm/events/ids.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { describe, expect, it } from 'vitest';
import { type Position, type ReadAll, type RecordedEvent, START } from '../port.ts';
import { idsOf, sampleAppend, sampleEvent, sampleStream } from './samples.ts';
import { appended, opened, type StoreUnderTest } from './under-test.ts';

export function reading(under: StoreUnderTest) {
  describe('reads', async () => {
    const store = await opened(under);

    it('return a stream from a revision on, oldest first, up to the limit', async () => {
      const stream = sampleStream();
      const { events } = sampleAppend(stream, 'none', 10);
      await appended(store, { stream, expected: 'none', events });
      const ids = idsOf(events);
      expect(idsOf(await store.readStream(stream))).toEqual(ids);
      expect(idsOf(await store.readStream(stream, { from: 7 }))).toEqual(ids.slice(7));
      expect(idsOf(await store.readStream(stream, { from: 2, limit: 3 }))).toEqual(ids.slice(2, 5));
      expect(await store.readStream(stream, { from: 10 })).toEqual([]);
      expect((await store.readStream(stream)).map(({ revision }) => revision)).toEqual([...ids.keys()]);
      expect(await store.readStream(sampleStream())).toEqual([]);
    });

    it('return parts of many streams in one go', async () => {
      const streams = Array.from({ length: 40 }, sampleStream);
      const ids = new Map<string, readonly string[]>();
      for (const stream of streams) {
        const append = sampleAppend(stream, 'none', 5);
        await appended(store, append);
        ids.set(stream, idsOf(append.events));
      }
      const parts = streams.map((stream, n) => ({ stream, from: n % 6, limit: 1 + (n % 3) }));
      const found = await store.readStreams([...parts, { stream: sampleStream(), from: 0, limit: 5 }]);
      const expected = parts.flatMap(
        ({ stream, from, limit }) => ids.get(stream)?.slice(from, from + limit) ?? [],
      );
      expect(idsOf(found).sort()).toEqual([...expected].sort());
      const [stream = ''] = streams;
      const [event] = await store.readStream(stream, { limit: 1 });
      expect(await store.readStreams([{ stream, from: 0, limit: 1 }])).toEqual([event]);
      expect(await store.readStreams([])).toEqual([]);
    });

    it('return a stream backwards, from its end or from a revision', async () => {
      const stream = sampleStream();
      const { events } = sampleAppend(stream, 'none', 10);
      await appended(store, { stream, expected: 'none', events });
      const newestFirst = idsOf(events).toReversed();
      const read = async (before: number | null, limit: number) =>
        idsOf(await store.readBackwards(stream, { before, limit }));
      expect(await read(null, 3)).toEqual(newestFirst.slice(0, 3));
      expect(await read(7, 100)).toEqual(newestFirst.slice(3));
      expect(await read(1, 5)).toEqual(newestFirst.slice(9));
      expect(await read(0, 5)).toEqual([]);
      expect(await store.readBackwards(sampleStream(), { before: null, limit: 5 })).toEqual([]);
    });

    it('return which streams exist', async () => {
      const there = Array.from({ length: 40 }, sampleStream);
      const missing = Array.from({ length: 40 }, sampleStream);
      for (const stream of there) await appended(store, sampleAppend(stream, 'none', 2));
      const requested = there.flatMap((stream, at) => [missing[at] ?? '', stream, stream]);
      expect(await store.existing(requested)).toEqual(new Set(there));
      expect(await store.existing([])).toEqual(new Set());
    });

    it('return all events in batches of at most the limit, without gaps between them', async () => {
      const after = await store.head();
      const streams = await Promise.all(
        Array.from({ length: 25 }, async () => {
          const append = sampleAppend(sampleStream(), 'none', 4);
          await appended(store, append);
          return append;
        }),
      );
      const { events, batches, upTo } = await readThrough({ after, limit: 7 });
      expect(Math.max(...batches)).toBe(7);
      expect(new Set(idsOf(events))).toEqual(new Set(streams.flatMap((append) => idsOf(append.events))));
      expect(events).toHaveLength(100);
      expect(events.map(({ position }) => position)).toEqual(events.map(({ position }) => position).sort());
      expect(upTo).toBe(await store.head());
    });

    it('return only events of the given types, and advance past all others', async () => {
      const after = await store.head();
      const rare = `Rare${randomUUID()}`;
      const expectedEvent = sampleEvent({}, rare);
      for (const [n, events] of [
        [0, [expectedEvent]],
        [1, []],
        [2, []],
      ] as const) {
        const common = Array.from({ length: 200 }, () => sampleEvent({ n }));
        await appended(store, { stream: sampleStream(), expected: 'none', events: [...events, ...common] });
      }
      const { events, upTo } = await readThrough({ after, limit: 50, types: [rare, 'NeverSampled'] });
      expect(idsOf(events)).toEqual([expectedEvent.id]);
      expect(upTo).toBe(await store.head());
      expect(await store.readAll({ after: upTo, limit: 50, types: [rare] })).toEqual({ events: [], upTo });
    });

    it('start at the beginning of the store, and return its head', async () => {
      const { position } = await appended(store, sampleAppend(sampleStream(), 'none'));
      expect(await store.head()).toBe(position);
      const { events } = await store.readAll({ after: START, limit: 3 });
      expect(events).toHaveLength(3);
      expect(await store.readAll({ after: position, limit: 3 })).toEqual({ events: [], upTo: position });
    });

    it('return the time of the event at a position, and null for any other text', async () => {
      const stream = sampleStream();
      const { position } = await appended(store, sampleAppend(stream, 'none'));
      const [event] = await store.readStream(stream);
      expect(await store.timeOf(position, PLATFORM_TENANT)).toEqual(event?.at);
      for (const text of [START, '0', 'zzzz']) expect(await store.timeOf(text, PLATFORM_TENANT)).toBeNull();
    });

    it('return the time of the newest event before an imported one, but for the tenant of the import', async () => {
      const [here, there] = [sampleStream(), sampleStream()];
      await appended(store, sampleAppend(here, 'none'));
      const tenant = TenantId.parse(randomUUID());
      const imported = () => ({ ...sampleEvent(), meta: testMeta(tenant, { imported: randomUUID() }) });
      const { position } = await appended(store, {
        ...{ stream: there, expected: 'none' },
        events: [imported(), imported()],
      });
      const [before] = await store.readStream(here);
      const [, event] = await store.readStream(there);
      expect(await store.timeOf(position, PLATFORM_TENANT)).toEqual(before?.at);
      expect(await store.timeOf(position, tenant)).toEqual(event?.at);
    });

    it('limit the bytes of a batch of large events', async () => {
      const after = await store.head();
      for (let n = 0; n < 24; n += 1) {
        const events = [1, 2, 3].map(() => sampleEvent({ text: 'x'.repeat(250 * 1024) }));
        await appended(store, { stream: sampleStream(), expected: 'none', events });
      }
      const { events, batches } = await readThrough({ after, limit: 1_000 });
      expect(events).toHaveLength(72);
      expect(Math.max(...batches) * 250 * 1024).toBeLessThanOrEqual(9 * 1024 * 1024);
    });

    /** Reads everything after a position. Returns all events, and the number of events per batch. */
    async function readThrough(options: ReadAll) {
      const events: RecordedEvent[] = [];
      const batches: number[] = [];
      for (let after: Position = options.after; ; ) {
        const batch = await store.readAll({ ...options, after });
        if (batch.upTo === after) return { events, batches, upTo: after };
        expect(batch.upTo > after).toBe(true);
        events.push(...batch.events);
        batches.push(batch.events.length);
        after = batch.upTo;
      }
    }
  });
}
