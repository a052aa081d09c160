import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Position, type ReadAll, type RecordedEvent, START } from '../port.ts';
import { idsOf, sampleAppend, sampleEvent, sampleStream } from './samples.ts';
import { appended, opened, type StoreUnderTest } from './under-test.ts';

export function reading(under: StoreUnderTest) {
  describe('reading', () => {
    const store = opened(under);

    it('gives a stream from a revision on, oldest first, at most so many', async () => {
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

    it('tells which streams there are', async () => {
      const there = Array.from({ length: 40 }, sampleStream);
      const missing = Array.from({ length: 40 }, sampleStream);
      for (const stream of there) await appended(store, sampleAppend(stream, 'none', 2));
      const asked = there.flatMap((stream, at) => [missing[at] ?? '', stream, stream]);
      expect(await store.existing(asked)).toEqual(new Set(there));
      expect(await store.existing([])).toEqual(new Set());
    });

    it('gives all in batches of at most the limit, each beginning where the last ended', async () => {
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

    it('gives only the asked types, and comes as far where there are none', async () => {
      const after = await store.head();
      const rare = `Rare${randomUUID()}`;
      const wanted = sampleEvent({}, rare);
      for (const [n, events] of [
        [0, [wanted]],
        [1, []],
        [2, []],
      ] as const) {
        const common = Array.from({ length: 200 }, () => sampleEvent({ n }));
        await appended(store, { stream: sampleStream(), expected: 'none', events: [...events, ...common] });
      }
      const { events, upTo } = await readThrough({ after, limit: 50, types: [rare, 'NeverSampled'] });
      expect(idsOf(events)).toEqual([wanted.id]);
      expect(upTo).toBe(await store.head());
      expect(await store.readAll({ after: upTo, limit: 50, types: [rare] })).toEqual({ events: [], upTo });
    });

    it('starts at the beginning of the history, and says where its end is', async () => {
      const { position } = await appended(store, sampleAppend(sampleStream(), 'none'));
      expect(await store.head()).toBe(position);
      const { events } = await store.readAll({ after: START, limit: 3 });
      expect(events).toHaveLength(3);
      expect(await store.readAll({ after: position, limit: 3 })).toEqual({ events: [], upTo: position });
    });

    it('keeps a batch of large events small enough to hold', async () => {
      const after = await store.head();
      for (let n = 0; n < 24; n += 1) {
        const events = [1, 2, 3].map(() => sampleEvent({ text: 'x'.repeat(250 * 1024) }));
        await appended(store, { stream: sampleStream(), expected: 'none', events });
      }
      const { events, batches } = await readThrough({ after, limit: 1_000 });
      expect(events).toHaveLength(72);
      expect(Math.max(...batches) * 250 * 1024).toBeLessThanOrEqual(9 * 1024 * 1024);
    });

    /** Everything after a position, batch by batch, and how many each batch held. */
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
